import { defineMessages } from '#src/lib/i18n/messages.ts';

export const batchStatusMessages = defineMessages('entities/production-batch/messages', {
  statuses: {
    Planned: 'Planned',
    'In Progress': 'In progress',
    Completed: 'Completed',
    Cancelled: 'Cancelled',
  },
});
