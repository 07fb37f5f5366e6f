import { defineScreen } from '../../collection-screen.ts';

export const reasonsScreen = defineScreen('reasons', { page: { to: '/branches', tab: 'reasons' } });
