import type { VirtualLocation } from './ledger-locations.ts';

/** English names of the virtual locations of the ledger. */
export const virtualLocationNames: Readonly<Record<VirtualLocation, string>> = {
  supplier: 'supplier',
  wastage: 'waste',
  production: 'production',
  adjustment: 'adjustment',
  consumption: 'consumption',
};
