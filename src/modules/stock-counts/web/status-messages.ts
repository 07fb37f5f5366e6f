import type { CountStatus } from '../status.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Statuses of a stock count. Loaded by every component that shows the status. */
export const countStatusMessages = defineMessages('modules/stock-counts/web/status-messages', {
  statuses: {
    Draft: 'Draft',
    Counting: 'Counting',
    Submitted: 'Submitted',
    Recount: 'Recounting',
    Approved: 'Approved',
    Cancelled: 'Cancelled',
  } satisfies Record<CountStatus, string>,
});
