import { defineMessages } from '#src/lib/i18n/messages.ts';

export const itemsMessages = defineMessages('master-data/collections/items/messages', {
  allergens: {
    keys: 'Up and down go from one to the next; 1 to 4 answer and go on.',
    states: { contains: 'Contains', may_contain: 'May contain', free: 'Free from', unknown: 'Not known' },
    rest: 'The rest: free from',
  },
  barcodes: {
    scan: 'Type, paste or scan them.',
    taken: (barcode: string, name: string, code: string) =>
      `${barcode} belongs to ${name} (${code}) already.`,
  },
  transferPrice: {
    mode: 'How branches are charged',
    none: 'As the business usually does',
    cost: 'At the kitchen’s cost',
    cost_plus: 'Cost and a percentage',
    fixed: 'A fixed price',
    percent: 'Percentage on the cost',
    price: 'Price per base unit',
  },
});
