import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { deviceMessages } from './messages.ts';

export const arabic: TranslationOf<typeof deviceMessages> = {
  newVersion: {
    ready: 'يتوفر إصدار جديد من Commissary.',
    waits: 'يتوفر إصدار جديد من Commissary. سينتظر حتى يُحفظ ما تُدخله أو يُرسل.',
    update: 'التحديث الآن',
    updating: 'جارٍ التحديث...',
  },
  noRoom: 'لم تعد في هذا الجهاز مساحة لحفظ ما تكتبه. احفظه أو أرسله قبل إغلاق الصفحة، ثم أفرغ بعض المساحة.',
};
