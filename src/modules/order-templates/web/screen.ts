import { readValueRows, formatWeekdays } from '#modules/master-data/web/value-text.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const orderTemplatesScreen = defineScreen('order-templates', {
  page: { to: '/branch-order/settings', tab: 'templates' },
  formatters: {
    weekdays: formatWeekdays,
    lines: (value, t) => t.templateItems(readValueRows(value).length),
  },
});
