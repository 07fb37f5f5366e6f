import { defineScreen } from '../../collection-screen.ts';

export const departmentsScreen = defineScreen('departments', {
  page: { to: '/branches', tab: 'departments' },
});
