import { defineScreen } from '../../collection-screen.ts';

export const branchCategoriesScreen = defineScreen('branch-categories', {
  page: { to: '/branch-settings/create-category' },
});
