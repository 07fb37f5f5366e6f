import { lazyView } from '#src/lib/lazy-module.ts';
import { defineForm } from '../../form/collection-form.ts';

export const currenciesForm = defineForm('currencies', {
  editors: { rates: lazyView(async () => (await import('./currency-rates.tsx')).CurrencyRates) },
});
