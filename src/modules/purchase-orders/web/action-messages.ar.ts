import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { purchaseActionMessages } from './action-messages.ts';

export const arabic: TranslationOf<typeof purchaseActionMessages> = {
  create: (suppliers) => `أوامر شراء: ${suppliers}`,
  change: (number) => `تعديل ${number}`,
  move: (number, status) =>
    ({
      'Pending Approval': `طلب اعتماد ${number}`,
      Sent: `إرسال ${number}`,
      Closed: `إغلاق ${number}`,
      Draft: `إعادة ${number}`,
      Cancelled: `إلغاء ${number}`,
    })[status] ?? `${number}: ${status}`,
  mail: (number) => `إرسال ${number} بالبريد إلى المورّد`,
  remove: (number) => `حذف ${number}`,
};
