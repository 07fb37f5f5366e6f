import { weekdaysText } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const countSchedulesScreen = defineScreen('count-schedules', {
  page: { to: '/branch-order/settings', tab: 'schedules' },
  texts: { weekdays: weekdaysText },
});
