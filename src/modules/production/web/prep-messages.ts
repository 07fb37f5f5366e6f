import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Loaded with the prep list. */
export const prepMessages = defineMessages('modules/production/web/prep-messages', {
  context: 'Shows what each section needs to prepare, based on orders, forecasts and par levels.',
  place: 'Location',
  section: 'Section',
  allSections: 'All sections',
  noPlace: 'Choose a location.',
  loading: 'Loading the prep list',
  failed: 'Couldn’t load the prep list',
  none: 'Nothing to prepare',
  noneText:
    'Kitchens prepare items that have a recipe. Branches prepare only the ones they can’t order. Set par levels to prepare items without orders or sales.',
  progress: (done: number, total: number) => `${done} of ${total} done`,
  onHand: (amount: string) => `${amount} on hand`,
  made: (amount: string) => `${amount} made`,
  qty: (item: string) => `${item}, quantity made`,
  batchQty: (item: string, number: string) => `${item}, quantity made in ${number}`,
  done: 'Done',
  record: (item: string) => `Done: ${item}`,
  recordBatch: (item: string, number: string) => `Done: ${item}, ${number}`,
  recorded: (item: string, amount: string) => `${item}: ${amount} added to stock.`,
  pending: 'Waiting to be sent',
});
