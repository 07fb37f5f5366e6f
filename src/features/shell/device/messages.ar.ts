import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { deviceMessages } from './messages.ts';

const setIt =
  'قد تكون الأيام والمواعيد والأعمار المعروضة هنا خاطئة، والخادم يعمل بساعته. اضبط ساعة هذا الجهاز.';

export const arabic: TranslationOf<typeof deviceMessages> = {
  newVersion: {
    ready: 'يتوفر إصدار جديد من Commissary.',
    waits: 'يتوفر إصدار جديد من Commissary. سينتظر حتى يُحفظ ما تُدخله أو يُرسل.',
    update: 'التحديث الآن',
    updating: 'جارٍ التحديث...',
  },
  clock: {
    ahead: (span) => `ساعة هذا الجهاز متقدمة على ساعة الخادم بمقدار ${span}. ${setIt}`,
    behind: (span) => `ساعة هذا الجهاز متأخرة عن ساعة الخادم بمقدار ${span}. ${setIt}`,
  },
  noRoom: 'لم تعد في هذا الجهاز مساحة لحفظ ما تكتبه. احفظه أو أرسله قبل إغلاق الصفحة، ثم أفرغ بعض المساحة.',
};
