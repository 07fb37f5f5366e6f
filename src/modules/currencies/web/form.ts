import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const currenciesForm = defineForm('currencies', {
  editors: { rates: lazyView(async () => (await import('./currency-rates.tsx')).CurrencyRates) },
});
