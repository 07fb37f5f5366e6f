import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const purchaseCategoriesScreen = defineScreen('purchase-categories', {
  page: { to: '/procurements/settings/procurement-category' },
});
