import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);

export const subCategoriesMessages = defineMessages('master-data/collections/sub-categories/messages', {
  tree: {
    title: 'Categories',
    all: 'All',
    uncategorised: 'Items without a sub-category',
    items: (count: number) => items(count),
    open: (name: string) => `Sub-categories of ${name}`,
    search: 'Find a category',
    noneFound: 'No category matches.',
    empty: 'No sub-categories',
  },
});
