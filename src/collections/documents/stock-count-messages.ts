import type { CountStatus } from '#domain/counts/status.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const moves = {
  Draft: 'back to draft',
  Counting: 'start',
  Submitted: 'submit',
  Recount: 'count again',
  Approved: 'approve',
  Cancelled: 'cancel',
} satisfies Record<CountStatus, string>;

/** What queued actions on stock counts are called. */
export const stockCountMessages = defineMessages('collections/documents/stock-count-messages', {
  create: 'New stock count',
  /** What brings a count to a status. */
  moves,
  move: (number: string, move: string) => `${number}: ${move}`,
  decide: (number: string) => `Decisions on ${number}`,
  entries: (number: string) => `Counted for ${number}`,
  section: (number: string) => `Section of ${number}`,
  add: (number: string) => `More lines for ${number}`,
});
