import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { productionActionMessages } from './production-messages.ts';

export const arabic: TranslationOf<typeof productionActionMessages> = {
  create: (what) => `تخطيط دفعة: ${what}`,
  plan: (day) => `إنشاء دفعات ${day}`,
  change: (number) => `إدخال ${number}`,
  move: (number, status) =>
    ({
      'In Progress': `بدء ${number}`,
      Completed: `إنهاء ${number}`,
      Cancelled: `إلغاء ${number}`,
    })[status] ?? `${number}: ${status}`,
  labels: (number) => `ملصقات ${number} المطبوعة`,
  remove: (number) => `حذف ${number}`,
};
