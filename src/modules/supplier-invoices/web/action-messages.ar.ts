import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { invoiceActionMessages } from './action-messages.ts';

export const arabic: TranslationOf<typeof invoiceActionMessages> = {
  create: (from) => `فاتورة أو إشعار دائن من ${from}`,
  edit: (number) => `تعديل ${number}`,
  remove: (number) => `حذف ${number}`,
  move: (number) => `ترحيل ${number} أو التراجع عنها`,
};
