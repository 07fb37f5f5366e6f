import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const subCategoriesScreen = defineScreen('sub-categories', {
  page: { to: '/sub-categories', filterParams: { parent: 'parent' } },
  tabLists: ['item-categories'],
});
