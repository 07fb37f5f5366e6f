import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Labels of queued actions on waste records. Loaded with the actions. */
export const wastageMessages = defineMessages('modules/wastage/web/action-messages', {
  record: (item: string) => `Wastage: ${item}`,
  change: (number: string) => `Edit ${number}`,
  reverse: (number: string) => `Reverse ${number}`,
});
