import type { outsideInEnglish } from './outside-in-english.ts';

/** The same in Arabic. */
export const outsideInArabic: Record<keyof typeof outsideInEnglish, string> = {
  supplier: 'المورّد',
  wastage: 'الهدر',
  production: 'الإنتاج',
  adjustment: 'التسوية',
  consumption: 'الاستهلاك',
};
