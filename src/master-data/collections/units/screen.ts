import { defineScreen } from '../../collection-screen.ts';

export const unitsScreen = defineScreen('units', {
  page: { to: '/units' },
});
