import { valueRows, weekdaysText } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const orderTemplatesScreen = defineScreen('order-templates', {
  page: { to: '/branch-order/settings', tab: 'templates' },
  texts: {
    weekdays: weekdaysText,
    lines: (value, t) => t.templateItems(valueRows(value).length),
  },
});
