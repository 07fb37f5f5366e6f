import { defineMessages } from '#platform/web/i18n/messages.ts';

export const eventMessages = defineMessages('modules/ordering/web/event/messages', {
  title: 'New event order',
  text: 'For an event outside the regular deliveries. Any item can be ordered, and there is no cut-off.',
  occasion: 'Event',
  at: 'Date and time',
  guests: 'Guests',
  deliveryDate: 'Delivery date',
  notes: 'Notes for the kitchen',
  add: 'Add item',
  lines: 'Ordered items',
  qty: (item: string) => `${item}, order quantity`,
  unit: (item: string) => `${item}, unit`,
  remove: (item: string) => `Remove ${item}`,
  count: (count: number) => (count === 1 ? '1 line' : `${count} lines`),
  save: 'Save draft',
  submit: 'Submit',
  missing: 'Enter the name and time of the event, and at least one quantity.',
  guestsInvalid: 'Enter the number of guests as a whole number from 1 to 100,000.',
  saved: (number: string) => `${number} saved as a draft.`,
  submitted: (number: string) => `${number} submitted.`,
  notSubmitted: 'It was saved as a draft but not submitted.',
});
