import { lazyView } from '#platform/web/lazy-module.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const packagingsScreen = defineScreen('packagings', {
  page: {
    to: '/procurements/creation/packaging',
    filterParams: { itemId: 'itemId', supplierId: 'supplierId' },
  },
  BelowFacts: lazyView(async () => (await import('#modules/items/web/price-history.tsx')).PriceHistory),
});
