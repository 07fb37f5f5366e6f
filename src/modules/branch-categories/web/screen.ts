import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const branchCategoriesScreen = defineScreen('branch-categories', {
  page: { to: '/branch-settings/create-category' },
});
