import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued actions on production batches. */
export const productionActionMessages = defineMessages('collections/documents/production-messages', {
  create: (what: string) => `Plan a batch of ${what}`,
  plan: (day: string) => `Make batches for ${day}`,
  change: (number: string) => `Enter ${number}`,
  move: (number: string, status: string) =>
    ({
      'In Progress': `Start ${number}`,
      Completed: `Finish ${number}`,
      Cancelled: `Cancel ${number}`,
    })[status] ?? `${number}: ${status}`,
  labels: (number: string) => `Labels printed of ${number}`,
  remove: (number: string) => `Delete ${number}`,
});
