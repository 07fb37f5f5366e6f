import { isOwnBranch, isSupplying } from '#src/entities/reference/use-choices.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { rows, weekdaysText } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const orderTemplatesScreen = defineScreen('order-templates', {
  page: { to: '/branch-order/settings', tab: 'templates' },
  texts: {
    weekdays: weekdaysText,
    lines: (value, t) => t.templateItems(rows(value).length),
  },
  editors: {
    lines: lazyView(async () => (await import('./template-lines.tsx')).TemplateLines),
    weekdays: lazyView(async () => (await import('../../form/order-days.tsx')).OrderDays),
  },
  choices: { branch: isOwnBranch, kitchen: isSupplying },
});
