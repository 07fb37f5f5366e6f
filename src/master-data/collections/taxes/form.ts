import { lazyView } from '#src/lib/lazy-module.ts';
import { defineForm } from '../../form/collection-form.ts';

export const taxesForm = defineForm('taxes', {
  editors: { rates: lazyView(async () => (await import('./tax-rates.tsx')).TaxRates) },
});
