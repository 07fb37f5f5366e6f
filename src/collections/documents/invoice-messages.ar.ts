import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { invoiceActionMessages } from './invoice-messages.ts';

export const arabic: TranslationOf<typeof invoiceActionMessages> = {
  move: (number) => `ترحيل ${number} أو التراجع عنها`,
};
