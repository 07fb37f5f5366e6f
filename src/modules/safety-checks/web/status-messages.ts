import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Statuses of a food safety check. Loaded by every component that shows the status. */
export const checkStatusMessages = defineMessages('modules/safety-checks/web/status-messages', {
  statuses: { Recorded: 'Recorded', Verified: 'Verified', Voided: 'Voided' },
});
