import { defineMessages } from '#platform/web/i18n/messages.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${count} items`);

export const openingMessages = defineMessages('modules/stock/web/opening/messages', {
  title: 'Opening stock',
  context: 'Quantities on hand when stock tracking starts, and their unit costs.',
  back: 'Back to inventory',
  loading: 'Loading items',
  failed: 'Couldn’t load the items of this location',
  noPlace: 'No locations yet',
  noPlaceText: 'Add a branch or kitchen to enter its opening stock.',
  noItems: 'No items yet',
  noItemsText: 'Add items to enter their opening stock here.',
  addItems: 'Go to items',
  place: 'Location',
  search: 'Search item or code',
  nothingMatches: 'No matching items',
  table: 'Items at this location',
  columns: { item: 'Item', qty: 'Quantity', unit: 'Unit', cost: 'Cost per unit' },
  qtyLabel: (item: string) => `${item}, quantity`,
  unitLabel: (item: string) => `${item}, unit`,
  costLabel: (item: string, unit: string) => `${item}, cost per ${unit}`,
  pieces: 'pieces',
  lotLabel: (item: string) => `${item}, lot`,
  expiryLabel: (item: string) => `${item}, use by`,
  per: (unit: string) => `per ${unit}`,
  enteredAmount: (amount: string) => `Entered: ${amount}`,
  status: (filled: string, all: string) => `${filled} of ${all} entered`,
  worth: (value: string) => `worth ${value}`,
  save: 'Save opening stock',
  saving: 'Saving',
  noQuantity: 'Enter a quantity first.',
  listPrice: 'List price',
  costNeeded: 'Enter a cost.',
  noCost: (nothing: string) => `No cost: stock value ${nothing}`,
  costMissing: (count: number) =>
    count === 1
      ? '1 item has no cost. Enter its cost, or choose “No cost”.'
      : `${count} items have no cost. Enter their costs, or choose “No cost”.`,
  restored: (count: number) => `Your unsaved entries for ${items(count)} were restored.`,
  saved: (count: number) => `Opening stock for ${items(count)} saved.`,
  undo: 'Undo',
  undone: 'Opening stock reversed.',
  saveFailed: 'Couldn’t save the opening stock.',
});
