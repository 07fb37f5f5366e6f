import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { transferActionMessages } from './action-messages.ts';

export const arabic: TranslationOf<typeof transferActionMessages> = {
  create: (to) => `تحويل إلى ${to}`,
  change: (number) => `تعديل ${number}`,
  move: (number, status) =>
    ({
      Sent: `إرسال ${number}`,
      Received: `استلام ${number}`,
      Draft: `استرجاع ${number}`,
      Cancelled: `إلغاء ${number}`,
    })[status] ?? `${number}: ${status}`,
};
