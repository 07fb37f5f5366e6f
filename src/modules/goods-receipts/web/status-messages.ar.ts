import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { receiptStatusMessages } from './status-messages.ts';

export const arabic: TranslationOf<typeof receiptStatusMessages> = {
  statuses: { Posted: 'مُرحّل', Reversed: 'تم التراجع عنه' },
};
