import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Statuses of a waste record. Loaded by every component that shows the status. */
export const wasteStatusMessages = defineMessages('modules/wastage/web/status-messages', {
  statuses: {
    Draft: 'Draft',
    'Pending Approval': 'Pending approval',
    Posted: 'Posted',
    Reversed: 'Reversed',
  },
});
