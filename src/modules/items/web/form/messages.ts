import { defineMessages } from '#platform/web/i18n/messages.ts';

export const itemsMessages = defineMessages('modules/items/web/form/messages', {
  allergens: {
    keys: 'Use ↑ ↓ to move, 1–4 to choose.',
    states: { contains: 'Contains', may_contain: 'May contain', free: 'Free from', unknown: 'Unknown' },
    markRest: 'Mark the rest as “Free from”',
  },
  nutrition: {
    per: 'Values per',
    bases: { '100g': '100 g', '100ml': '100 ml' },
    names: {
      energyKj: 'Energy (kJ)',
      energyKcal: 'Energy (kcal)',
      fat: 'Fat (g)',
      saturates: 'of which saturates (g)',
      carbohydrate: 'Carbohydrate (g)',
      sugars: 'of which sugars (g)',
      fibre: 'Fibre (g, optional)',
      protein: 'Protein (g)',
      salt: 'Salt (g)',
    },
    unusual: (computed: string) =>
      `The other values add up to ${computed}. Check the energy value. You can save it unchanged.`,
  },
  barcodes: {
    scan: 'Type, paste or scan barcodes.',
    taken: (barcode: string, name: string, code: string) =>
      `${barcode} is already used by ${name} (${code}).`,
  },
  transferPrice: {
    mode: 'Pricing method',
    none: 'Business default',
    cost: 'At kitchen cost',
    cost_plus: 'Cost plus a percentage',
    fixed: 'Fixed price',
    percent: 'Percentage on top of cost',
    price: 'Price per base unit',
  },
});
