import { lazyView } from '#src/lib/lazy-module.ts';
import { weekdaysText } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const suppliersScreen = defineScreen('suppliers', {
  page: { to: '/procurements/settings/supplier' },
  texts: { orderDays: weekdaysText },
  tabs: [
    { id: 'prices', View: lazyView(async () => (await import('./supplier-prices.tsx')).SupplierPrices) },
    {
      id: 'statement',
      View: lazyView(async () => (await import('./supplier-statement.tsx')).SupplierStatementView),
    },
    {
      id: 'scorecard',
      View: lazyView(async () => (await import('./supplier-scorecard.tsx')).SupplierScorecard),
    },
  ],
});
