import { isOwnBranch, isSupplying } from '#src/entities/reference/use-choices.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { defineForm } from '../../form/collection-form.ts';

export const orderTemplatesForm = defineForm('order-templates', {
  editors: {
    lines: lazyView(async () => (await import('./template-lines.tsx')).TemplateLines),
    weekdays: lazyView(async () => (await import('../../form/order-days.tsx')).OrderDays),
  },
  choices: { branch: isOwnBranch, kitchen: isSupplying },
});
