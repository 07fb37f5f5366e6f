import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { productionActionMessages } from './action-messages.ts';

export const arabic: TranslationOf<typeof productionActionMessages> = {
  create: (item) => `تخطيط دفعة إنتاج: ${item}`,
  plan: (day) => `إنشاء دفعات إنتاج ليوم ${day}`,
  change: (number) => `تعديل ${number}`,
  move: (number, status) =>
    ({
      'In Progress': `بدء ${number}`,
      Completed: `إنهاء ${number}`,
      Cancelled: `إلغاء ${number}`,
    })[status] ?? `${number}: ${status}`,
  labels: (number) => `تسجيل ملصقات ${number} المطبوعة`,
  prep: (item) => `تسجيل تحضير ${item}`,
  remove: (number) => `حذف ${number}`,
};
