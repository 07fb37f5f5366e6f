import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { wasteStatusMessages } from './messages.ts';

export const arabic: TranslationOf<typeof wasteStatusMessages> = {
  statuses: {
    Draft: 'مسودة',
    'Pending Approval': 'بانتظار الموافقة',
    Posted: 'مُرحَّل',
    Reversed: 'تم التراجع عنه',
  },
};
