import { arabicItems } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { subCategoriesMessages } from './messages.ts';

export const arabic: TranslationOf<typeof subCategoriesMessages> = {
  tree: {
    title: 'الفئات',
    all: 'الكل',
    uncategorised: 'أصناف بلا فئة فرعية',
    items: (count) => arabicItems(count),
    open: (name) => `الفئات الفرعية لـ ${name}`,
    search: 'البحث عن فئة',
    noMatch: 'لا توجد فئات مطابقة',
    empty: 'لا فئات فرعية',
  },
};
