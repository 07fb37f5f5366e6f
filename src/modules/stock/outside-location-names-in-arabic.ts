import type { OutsideLocation } from './ledger-locations.ts';

export const outsideLocationNamesInArabic: Readonly<Record<OutsideLocation, string>> = {
  supplier: 'المورّد',
  wastage: 'الهدر',
  production: 'الإنتاج',
  adjustment: 'التسوية',
  consumption: 'الاستهلاك',
};
