import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { transferActionMessages } from './transfer-messages.ts';

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
