import { createFileRoute } from '@tanstack/react-router';
import { GalleryPage } from '#modules/gallery/web/gallery-page.tsx';
import { searchReader } from '#platform/web/search.ts';

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
