import { isOwnBranch } from '#src/entities/reference/use-choices.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { weekdaysText } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const countSchedulesScreen = defineScreen('count-schedules', {
  page: { to: '/branch-order/settings', tab: 'schedules' },
  texts: { weekdays: weekdaysText },
  editors: {
    time: lazyView(async () => (await import('./time-of-day.tsx')).TimeOfDay),
    weekdays: lazyView(async () => (await import('../../form/order-days.tsx')).OrderDays),
  },
  choices: { branchId: isOwnBranch },
});
