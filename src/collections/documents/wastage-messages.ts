import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued actions on waste records. */
export const wastageMessages = defineMessages('collections/documents/wastage-messages', {
  record: (item: string) => `Wastage: ${item}`,
  change: (number: string) => `Edit ${number}`,
  takeBack: (number: string) => `Reverse ${number}`,
});
