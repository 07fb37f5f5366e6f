import { formatTextList } from '#modules/master-data/web/value-text.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const galleryScreen = defineScreen('gallery', {
  page: { to: '/gallery' },
  formatters: { tags: formatTextList },
});
