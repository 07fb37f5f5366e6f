import { lazyView } from '#src/lib/lazy-module.ts';
import { defineScreen } from '../../collection-screen.ts';

export const packagingsScreen = defineScreen('packagings', {
  page: { to: '/procurements/creation/packaging', by: { itemId: 'itemId', supplierId: 'supplierId' } },
  editors: {
    barcode: lazyView(async () => (await import('./pack-barcode.tsx')).PackBarcode),
    contentsQty: lazyView(async () => (await import('./pack-contents.tsx')).PackContentsField),
    price: lazyView(async () => (await import('./pack-price.tsx')).PackPrice),
  },
  BelowFacts: lazyView(async () => (await import('#src/entities/item/price-history.tsx')).PriceHistory),
});
