import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const taxesForm = defineForm('taxes', {
  editors: { rates: lazyView(async () => (await import('./tax-rates.tsx')).TaxRates) },
});
