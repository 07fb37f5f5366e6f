import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { batchStatusMessages } from './status-messages.ts';

export const arabic: TranslationOf<typeof batchStatusMessages> = {
  statuses: {
    Planned: 'مخططة',
    'In Progress': 'قيد التحضير',
    Completed: 'مكتملة',
    Cancelled: 'ملغاة',
  },
};
