import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Labels of queued actions on production batches. Loaded with the actions. */
export const productionActionMessages = defineMessages('modules/production/web/action-messages', {
  create: (item: string) => `Plan a batch of ${item}`,
  plan: (day: string) => `Create batches for ${day}`,
  change: (number: string) => `Edit ${number}`,
  move: (number: string, status: string) =>
    ({
      'In Progress': `Start ${number}`,
      Completed: `Complete ${number}`,
      Cancelled: `Cancel ${number}`,
    })[status] ?? `${number}: ${status}`,
  labels: (number: string) => `Record printed labels for ${number}`,
  prep: (item: string) => `Record ${item} as made`,
  remove: (number: string) => `Delete ${number}`,
});
