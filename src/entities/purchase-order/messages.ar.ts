import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { purchaseStatusMessages } from './messages.ts';

export const arabic: TranslationOf<typeof purchaseStatusMessages> = {
  statuses: {
    Draft: 'مسودة',
    'Pending Approval': 'بانتظار الاعتماد',
    Sent: 'مُرسَل',
    Closed: 'مغلق',
    Cancelled: 'ملغى',
  },
};
