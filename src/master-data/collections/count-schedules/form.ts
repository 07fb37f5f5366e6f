import { isOwnBranch } from '#src/entities/reference/use-choices.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { defineForm } from '../../form/collection-form.ts';

export const countSchedulesForm = defineForm('count-schedules', {
  editors: {
    time: lazyView(async () => (await import('./time-of-day.tsx')).TimeOfDay),
    weekdays: lazyView(async () => (await import('../../form/order-days.tsx')).OrderDays),
  },
  choices: { branchId: isOwnBranch },
});
