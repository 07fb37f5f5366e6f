import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const unitsScreen = defineScreen('units', {
  page: { to: '/units' },
});
