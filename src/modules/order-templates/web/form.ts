import { isOwnBranch, canSupply } from '#modules/master-data/web/references/use-choices.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const orderTemplatesForm = defineForm('order-templates', {
  editors: {
    lines: lazyView(async () => (await import('./template-lines.tsx')).TemplateLines),
    weekdays: lazyView(
      async () => (await import('#modules/master-data/web/form/weekday-checkboxes.tsx')).WeekdayCheckboxes,
    ),
  },
  choices: { branch: isOwnBranch, kitchen: canSupply },
});
