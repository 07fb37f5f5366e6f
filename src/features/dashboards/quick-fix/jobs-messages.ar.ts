import { formatCount } from '#src/lib/format/format.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { jobsMessages } from './jobs-messages.ts';

export const arabic: TranslationOf<typeof jobsMessages> = {
  title: 'العمل في الخلفية',
  text: 'ما يقوم به الخادم من تلقاء نفسه.',
  loadFailed: 'تعذّر تحميل العمل في الخلفية',
  none: 'لا شيء ينتظر ولم يتعذّر شيء.',
  failed: (count) => `فشل: ${formatCount(count)}`,
  running: (count) => `قيد التنفيذ: ${formatCount(count)}`,
  waiting: (count) => `في الانتظار: ${formatCount(count)}`,
  states: { failed: 'فشل', running: 'قيد التنفيذ', waiting: 'في الانتظار', done: 'تم' },
  kinds: {
    housekeeping: 'التنظيف الدوري',
    'recost-recipes': 'تكاليف الوصفات',
    'demand-shapes': 'أسابيع الفئات',
    'demand-outlooks': 'المتوقع أن تحتاجه الفروع',
    'close-weeks': 'مجاميع الأيام والأسابيع',
    'post-count': 'فروق جرد كبير',
    'mail-due': 'الرسائل المجدولة',
    mail: 'رسالة إلى قارئ واحد',
    'mail-lost': 'رسائل فُقدت',
    'requeue-lost': 'استعادة العمل المفقود',
  },
  about: {
    'close-weeks': 'يجمع ما حدث في الأيام والأسابيع، لتظهر أرقام الفترات الطويلة فورًا.',
    'post-count': 'يرحّل فروق جرد اعتُمد.',
    'mail-due': 'يعد رسائل جدولة حان موعدها.',
    mail: 'يعد رسالة واحدة ويرسلها.',
    'mail-lost': 'يسجّل الرسائل التي لم يعد أحد يرسلها بأنها فشلت.',
    'requeue-lost': 'يعيد تشغيل ما ينتظره مستند وحُذف عمله أو فشل.',
    'recost-recipes': 'يحسب تكلفة الوصفات بالأسعار التي يبدأ سريانها اليوم.',
    'demand-shapes': 'يتعلّم أيام الأسبوع التي تُباع فيها كل فئة، في كل الفروع، من أجل الاقتراحات.',
    'demand-outlooks': 'يحسب ما يُتوقع أن يحتاجه كل فرع مما تحضره المطابخ، من أجل خطط الإنتاج.',
    housekeeping:
      'يزيل الجلسات المنتهية والردود القديمة وعمليات الاستيراد المهملة وما انتهى من العمل في الخلفية.',
  },
  since: (when) => `منذ ${when}`,
  tries: (count, most) =>
    most === null
      ? `المحاولة ${formatCount(count)}`
      : `المحاولة ${formatCount(count)} من ${formatCount(most)}`,
  next: (when) => `المحاولة التالية ${when}`,
  errors: {
    BUSY: 'كانت قاعدة البيانات مشغولة أو تعذّر الوصول إليها.',
    FULL: 'لم تبقَ مساحة على الخادم: أفرغ مساحة على قرصه ثم أعد المحاولة.',
    STOPPED: 'توقف الخادم أثناء التنفيذ مرة بعد مرة.',
    PAYLOAD: 'لا يستطيع هذا الإصدار من الخادم قراءة المطلوب: حدّث الخادم ثم أعد المحاولة.',
    FAILED: 'حدث خلل غير متوقع. في سجل الخادم تفاصيل أكثر.',
  },
  retry: 'إعادة المحاولة',
  retryThis: (kind) => `إعادة المحاولة: ${kind}`,
  remove: 'إزالة',
  removeThis: (kind) => `إزالة: ${kind}`,
  cancel: 'إلغاء',
  removeTitle: (kind) => `إزالة ${kind}؟`,
  removeText: 'لن يُنفَّذ. وما له موعد متكرر يعود في موعده التالي.',
  retried: (kind) => `${kind}: تُعاد المحاولة.`,
  removed: (kind) => `${kind}: تمت الإزالة.`,
  changed: 'تغيّر هذا في هذه الأثناء: تعرض القائمة حالته الآن.',
  notSent: 'تعذّر ذلك: حاول مرة أخرى.',
  more: (count) => `و${formatCount(count)} أخرى`,
  schedules: 'أعمال دورية',
  last: (when) => `آخر مرة ${when}`,
  never: 'لم يحن موعده بعد',
  due: (when) => `التالية ${when}`,
};
