import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { receiptStatusMessages } from './messages.ts';

export const arabic: TranslationOf<typeof receiptStatusMessages> = {
  statuses: { Posted: 'مُرحّل', Reversed: 'تم التراجع عنه' },
};
