import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const departmentsScreen = defineScreen('departments', {
  page: { to: '/branches', tab: 'departments' },
});
