import { defineScreen } from '../../collection-screen.ts';

export const brandsScreen = defineScreen('brands', {
  page: { to: '/brand' },
});
