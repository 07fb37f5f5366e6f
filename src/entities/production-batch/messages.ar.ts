import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { batchStatusMessages } from './messages.ts';

export const arabic: TranslationOf<typeof batchStatusMessages> = {
  statuses: {
    Planned: 'مخططة',
    'In Progress': 'قيد التحضير',
    Completed: 'مكتملة',
    Cancelled: 'ملغاة',
  },
};
