import { lazyView } from '#platform/web/lazy-module.ts';
import { formatWeekdays } from '#modules/master-data/web/value-text.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const suppliersScreen = defineScreen('suppliers', {
  page: { to: '/procurements/settings/supplier' },
  formatters: { orderDays: formatWeekdays },
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
