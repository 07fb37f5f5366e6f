import type { VirtualPlace } from './places.ts';

/** What the places of the ledger are called that are none of the business. */
export const outsideInEnglish: Readonly<Record<VirtualPlace, string>> = {
  supplier: 'supplier',
  wastage: 'waste',
  production: 'production',
  adjustment: 'adjustment',
  consumption: 'consumption',
};
