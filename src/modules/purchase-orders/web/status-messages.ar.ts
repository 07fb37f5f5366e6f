import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { purchaseStatusMessages } from './status-messages.ts';

export const arabic: TranslationOf<typeof purchaseStatusMessages> = {
  statuses: {
    Draft: 'مسودة',
    'Pending Approval': 'بانتظار الاعتماد',
    Sent: 'مُرسَل',
    Closed: 'مغلق',
    Cancelled: 'ملغى',
  },
};
