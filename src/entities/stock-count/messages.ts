import type { CountStatus } from '#domain/counts/status.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

export const countStatusMessages = defineMessages('entities/stock-count/messages', {
  statuses: {
    Draft: 'Draft',
    Counting: 'Counting',
    Submitted: 'Submitted',
    Recount: 'Recounting',
    Approved: 'Approved',
    Cancelled: 'Cancelled',
  } satisfies Record<CountStatus, string>,
});
