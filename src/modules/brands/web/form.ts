import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const brandsForm = defineForm('brands', {
  editors: {
    logo: lazyView(async () => (await import('#modules/master-data/web/form/picture.tsx')).PictureEditor),
  },
});
