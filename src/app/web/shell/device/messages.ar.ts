import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { deviceMessages } from './messages.ts';

const setClockHint = 'يعتمد Commissary وقت الخادم. اضبط ساعة هذا الجهاز كي تظهر الأوقات هنا صحيحة.';

export const arabic: TranslationOf<typeof deviceMessages> = {
  newVersion: {
    ready: 'يتوفر إصدار جديد من Commissary.',
    waits: 'يتوفر إصدار جديد من Commissary. سيُثبَّت بعد حفظ ما تُدخله أو إرساله.',
    update: 'التحديث الآن',
    updating: 'جارٍ التحديث...',
  },
  clock: {
    ahead: (span) => `ساعة هذا الجهاز متقدمة على ساعة الخادم بمقدار ${span}. ${setClockHint}`,
    behind: (span) => `ساعة هذا الجهاز متأخرة عن ساعة الخادم بمقدار ${span}. ${setClockHint}`,
  },
  storage:
    'ذاكرة تخزين هذا الجهاز لا تستجيب. يبقى ما أدخلته في قائمة الانتظار ويُرسل فور استجابتها. إذا استمر ذلك فأعد تحميل الصفحة.',
  storageFull:
    'نفدت مساحة التخزين في هذا الجهاز، فلا يُحفظ عليه ما تكتبه. احفظ تغييراتك أو أرسلها قبل إغلاق الصفحة، ثم أفرغ بعض المساحة.',
};
