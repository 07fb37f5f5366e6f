import { formatWeekdays } from '#modules/master-data/web/value-text.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const countSchedulesScreen = defineScreen('count-schedules', {
  page: { to: '/branch-order/settings', tab: 'schedules' },
  formatters: { weekdays: formatWeekdays },
});
