import type { OutsideLocation } from './ledger-locations.ts';

/** English names of the outside locations of the ledger. */
export const outsideLocationNames: Readonly<Record<OutsideLocation, string>> = {
  supplier: 'supplier',
  wastage: 'waste',
  production: 'production',
  adjustment: 'adjustment',
  consumption: 'consumption',
};
