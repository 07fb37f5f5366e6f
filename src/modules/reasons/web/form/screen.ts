import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const reasonsScreen = defineScreen('reasons', { page: { to: '/branches', tab: 'reasons' } });
