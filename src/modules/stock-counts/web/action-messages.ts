import type { CountStatus } from '../status.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const moves = {
  Draft: 'back to draft',
  Counting: 'start',
  Submitted: 'submit',
  Recount: 'recount',
  Approved: 'approve',
  Cancelled: 'cancel',
} satisfies Record<CountStatus, string>;

/** Labels of queued actions on stock counts. Loaded with the actions. */
export const stockCountMessages = defineMessages('modules/stock-counts/web/action-messages', {
  create: 'New stock count',
  /** Labels of status transitions. */
  moves,
  move: (number: string, move: string) => `${number}: ${move}`,
  decide: (number: string) => `Variance decisions for ${number}`,
  entries: (number: string) => `Entries for ${number}`,
  section: (number: string) => `Section assignment for ${number}`,
  add: (number: string) => `Added lines for ${number}`,
});
