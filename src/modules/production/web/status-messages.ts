import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Statuses of a production batch. Loaded by every component that shows the status. */
export const batchStatusMessages = defineMessages('modules/production/web/status-messages', {
  statuses: {
    Planned: 'Planned',
    'In Progress': 'In progress',
    Completed: 'Completed',
    Cancelled: 'Cancelled',
  },
});
