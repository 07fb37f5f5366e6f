import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { formTexts } from './messages.ts';

export const arabic: TranslationOf<typeof formTexts> = {
  failed: 'تعذّر الحفظ. لم يُفقد شيء مما كتبته.',
  stays: {
    network:
      'لم يُوضع في قائمة الانتظار: يبقى ما كتبته هنا إلى أن تحفظ مجددًا، ويُحفظ مرة واحدة مهما تكررت المحاولات.',
    server: 'يبقى ما كتبته هنا: احفظه مجددًا بعد لحظات.',
  },
  madeAlready: 'وصلت المحاولة الأولى فعلًا: المُدخل في القائمة كما أرسلته حينها. عدّله هناك.',
  held: 'أُرسل للمراجعة: يسري بعد اعتماده.',
  review: {
    send: 'إرسال للمراجعة',
    ahead: {
      create:
        'يراجعه أولًا شخص يعتمد الأصناف والعبوات والأسعار. إلى ذلك الحين لا يظهر في أي قائمة ولا يمكن طلبه، ويُخطرك الجرس بما تقرّر.',
      change:
        'يراجعه أولًا شخص يعتمد الأصناف والعبوات والأسعار. إلى ذلك الحين يبقى كل شيء كما هو، ويُخطرك الجرس بما تقرّر.',
    },
  },
  notVisible: 'غير متاح لك، لذلك يبقى كما هو.',
  choose: 'اختر',
  created: (name) => `أُضيف ${name}.`,
  createHeld: (name) => `أُرسل ${name} للمراجعة. اختر غيره الآن.`,
  createFailed: (name) => `تعذّرت إضافة ${name}.`,
  none: 'بدون',
  nothingIn: 'لم يُملأ شيء',
  groups: {
    what: 'ما هو',
    counting: 'كيف يُعدّ ويُعبّأ',
    costs: 'كم يكلّف ومن أين يأتي',
    stockRules: 'قواعد المخزون والدفعات',
    makes: 'ما تأخذه وما تعطيه',
    sold: 'ما تُباع به',
    more: 'المزيد',
    chosenFor: 'يُختار عند',
    contact: 'الاتصال',
    ordering: 'الطلب',
    payment: 'السداد',
    receipt: 'استلام البضاعة',
    stockAndMoney: 'المخزون والمال',
    shortages: 'حالات النقص',
    size: 'الحجم',
    figures: 'الأرقام',
  },
};
