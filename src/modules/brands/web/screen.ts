import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const brandsScreen = defineScreen('brands', {
  page: { to: '/brand' },
});
