import { isOwnBranch } from '#modules/master-data/web/references/use-choices.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const countSchedulesForm = defineForm('count-schedules', {
  editors: {
    time: lazyView(async () => (await import('./time-of-day.tsx')).TimeOfDay),
    weekdays: lazyView(
      async () => (await import('#modules/master-data/web/form/weekday-checkboxes.tsx')).WeekdayCheckboxes,
    ),
  },
  choices: { branchId: isOwnBranch },
});
