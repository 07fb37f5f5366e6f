import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const itemCategoriesScreen = defineScreen('item-categories', {
  page: { to: '/sub-categories', tab: 'item-categories' },
});
