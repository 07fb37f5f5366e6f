import { isOwnBranch } from '#modules/master-data/web/references/use-choices.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

const degrees = lazyView(async () => (await import('./editors.tsx')).DegreesEditor);

export const checkPointsForm = defineForm('check-points', {
  editors: {
    minTemp: degrees,
    maxTemp: degrees,
    times: lazyView(async () => (await import('./editors.tsx')).TimesEditor),
    weekdays: lazyView(
      async () => (await import('#modules/master-data/web/form/weekday-checkboxes.tsx')).WeekdayCheckboxes,
    ),
  },
  choices: { branchId: isOwnBranch },
});
