import type { VirtualPlace } from './places.ts';

export const outsideInArabic: Readonly<Record<VirtualPlace, string>> = {
  supplier: 'المورّد',
  wastage: 'الهدر',
  production: 'الإنتاج',
  adjustment: 'التسوية',
  consumption: 'الاستهلاك',
};
