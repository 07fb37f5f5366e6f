import { lazyView } from '#src/lib/lazy-module.ts';
import { defineForm } from '../../form/collection-form.ts';

export const brandsForm = defineForm('brands', {
  editors: { logo: lazyView(async () => (await import('../../form/picture.tsx')).PictureEditor) },
});
