import type { VirtualLocation } from './ledger-locations.ts';

export const virtualLocationNamesInArabic: Readonly<Record<VirtualLocation, string>> = {
  supplier: 'المورّد',
  wastage: 'الهدر',
  production: 'الإنتاج',
  adjustment: 'التسوية',
  consumption: 'الاستهلاك',
};
