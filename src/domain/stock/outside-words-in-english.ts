import type { OutsideLocation } from './ledger-locations.ts';

/** What the places of the ledger are called that are none of the business. */
export const outsideInEnglish: Readonly<Record<OutsideLocation, string>> = {
  supplier: 'supplier',
  wastage: 'waste',
  production: 'production',
  adjustment: 'adjustment',
  consumption: 'consumption',
};
