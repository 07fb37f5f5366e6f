import { lazyView } from '#src/lib/lazy-module.ts';
import { defineForm } from '../../form/collection-form.ts';

export const galleryForm = defineForm('gallery', {
  editors: { tags: lazyView(async () => (await import('./tags.tsx')).TagsEditor) },
});
