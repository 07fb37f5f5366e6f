import { createFileRoute } from '@tanstack/react-router';
import { GalleryPage } from '#src/features/gallery/gallery-page.tsx';
import { searchReader } from '#src/lib/search.ts';

const readSearch = searchReader({
  q: 'text',
  tag: 'text',
  use: 'text',
  active: 'text',
  sort: 'text',
  page: 'number',
  row: 'text',
  edit: 'flag',
});

export const Route = createFileRoute('/_shell/gallery')({
  staticData: { page: '/gallery', title: 'gallery' },
  validateSearch: readSearch,
  component: GalleryPage,
});
