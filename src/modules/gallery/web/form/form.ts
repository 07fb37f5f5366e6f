import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const galleryForm = defineForm('gallery', {
  editors: { tags: lazyView(async () => (await import('./tags.tsx')).TagsEditor) },
});
