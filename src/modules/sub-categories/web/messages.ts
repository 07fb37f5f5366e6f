import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);

export const subCategoriesMessages = defineMessages('modules/sub-categories/web/messages', {
  tree: {
    title: 'Categories',
    all: 'All',
    uncategorised: 'Items without a sub-category',
    items: (count: number) => items(count),
    open: (name: string) => `Sub-categories in ${name}`,
    search: 'Find a category',
    noMatch: 'No matching categories',
    empty: 'No sub-categories',
  },
});
