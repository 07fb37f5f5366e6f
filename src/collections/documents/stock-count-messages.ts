import type { CountStatus } from '#domain/counts/status.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const moves = {
  Draft: 'back to draft',
  Counting: 'start',
  Submitted: 'submit',
  Recount: 'recount',
  Approved: 'approve',
  Cancelled: 'cancel',
} satisfies Record<CountStatus, string>;

/** Labels of queued actions on stock counts. */
export const stockCountMessages = defineMessages('collections/documents/stock-count-messages', {
  create: 'New stock count',
  /** Labels of status transitions. */
  moves,
  move: (number: string, move: string) => `${number}: ${move}`,
  decide: (number: string) => `Decisions on ${number}`,
  entries: (number: string) => `Entries for ${number}`,
  section: (number: string) => `Section in ${number}`,
  add: (number: string) => `Added lines for ${number}`,
});
