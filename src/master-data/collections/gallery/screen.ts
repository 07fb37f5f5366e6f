import { listText } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const galleryScreen = defineScreen('gallery', {
  page: { to: '/gallery' },
  texts: { tags: listText },
});
