import { formatTextList, formatWeekdays } from '#modules/master-data/web/value-text.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const checkPointsScreen = defineScreen('check-points', {
  page: { to: '/inventory/food-safety', tab: 'points' },
  formatters: { times: formatTextList, weekdays: formatWeekdays },
});
