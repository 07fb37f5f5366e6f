import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { wasteStatusMessages } from './status-messages.ts';

export const arabic: TranslationOf<typeof wasteStatusMessages> = {
  statuses: {
    Draft: 'مسودة',
    'Pending Approval': 'بانتظار الموافقة',
    Posted: 'مُرحَّل',
    Reversed: 'تم التراجع عنه',
  },
};
