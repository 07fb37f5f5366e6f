import { lazyView } from '#src/lib/lazy-module.ts';
import { defineForm } from '../../form/collection-form.ts';

export const itemsForm = defineForm('items', {
  editors: {
    image: lazyView(async () => (await import('../../form/picture.tsx')).PictureEditor),
    allergens: lazyView(async () => (await import('./allergen-grid.tsx')).AllergenGrid),
    barcodes: lazyView(async () => (await import('./barcodes.tsx')).Barcodes),
    transferPrice: lazyView(async () => (await import('./transfer-price.tsx')).TransferPrice),
  },
});
