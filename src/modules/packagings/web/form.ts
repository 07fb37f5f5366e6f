import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';
import { PackLocks } from './pack-locks.tsx';

export const packagingsForm = defineForm('packagings', {
  editors: {
    barcode: lazyView(async () => (await import('./pack-barcode.tsx')).PackBarcodeEditor),
    contentsQty: lazyView(async () => (await import('./pack-contents.tsx')).PackContentsField),
    price: lazyView(async () => (await import('./pack-price.tsx')).PackPriceEditor),
  },
  Locks: PackLocks,
});
