import { lazyView } from '#src/lib/lazy-module.ts';
import { defineScreen } from '../../collection-screen.ts';

export const brandsScreen = defineScreen('brands', {
  page: { to: '/brand' },
  editors: { logo: lazyView(async () => (await import('../../form/picture.tsx')).PictureEditor) },
});
