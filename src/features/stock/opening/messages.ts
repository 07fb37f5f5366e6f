import { defineMessages } from '#src/lib/i18n/messages.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${count} items`);

export const openingMessages = defineMessages('features/stock/opening/messages', {
  title: 'Opening stock',
  context: 'Quantities on hand on the first day, and their unit costs.',
  back: 'Back to inventory',
  loading: 'Loading the items',
  failed: 'Failed to load the items of this place',
  noPlace: 'No place to enter stock for',
  noPlaceText: 'Add a branch or a kitchen first.',
  noItems: 'No items yet',
  noItemsText: 'Add the items first: then each has a row here.',
  addItems: 'Go to items',
  place: 'Place',
  search: 'Search item or code',
  nothingMatches: 'No item matches',
  table: 'Items of the place',
  columns: { item: 'Item', qty: 'Quantity', unit: 'Unit', cost: 'Cost per unit' },
  qtyOf: (item: string) => `${item}, quantity`,
  unitOf: (item: string) => `${item}, unit`,
  costOf: (item: string, unit: string) => `${item}, cost per ${unit}`,
  pieces: 'pieces',
  lotOf: (item: string) => `${item}, lot`,
  expiryOf: (item: string) => `${item}, good until`,
  per: (unit: string) => `per ${unit}`,
  there: (amount: string) => `Already there: ${amount}`,
  status: (filled: string, all: string) => `${filled} of ${all} filled in`,
  worth: (value: string) => `worth ${value}`,
  save: 'Save opening stock',
  saving: 'Saving',
  nothing: 'Enter a quantity first.',
  listPrice: 'List price',
  costNeeded: 'Enter a cost.',
  noCost: (nothing: string) => `No cost: stock is worth ${nothing}`,
  costMissing: (count: number) =>
    count === 1
      ? '1 item has no cost. Enter its cost, or choose “No cost”.'
      : `${count} items have no cost. Enter their costs, or choose “No cost”.`,
  restored: (count: number) => `What you typed for ${items(count)} is still here.`,
  discard: 'Discard',
  saved: (count: number) => `Opening stock of ${items(count)} saved.`,
  undo: 'Undo',
  undone: 'The opening stock was taken back.',
  saveFailed: 'Failed to save the opening stock',
});
