import { lazyView } from '#src/lib/lazy-module.ts';
import { defineScreen } from '../../collection-screen.ts';

export const packagingsScreen = defineScreen('packagings', {
  page: { to: '/procurements/creation/packaging', by: { itemId: 'itemId', supplierId: 'supplierId' } },
  BelowFacts: lazyView(async () => (await import('#src/entities/item/price-history.tsx')).PriceHistory),
});
