import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { countStatusMessages } from './status-messages.ts';

export const arabic: TranslationOf<typeof countStatusMessages> = {
  statuses: {
    Draft: 'مسودة',
    Counting: 'قيد الجرد',
    Submitted: 'مُقدَّم',
    Recount: 'قيد إعادة الجرد',
    Approved: 'معتمد',
    Cancelled: 'مُلغى',
  },
};
