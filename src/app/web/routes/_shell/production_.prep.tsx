import { createFileRoute } from '@tanstack/react-router';
import { LazyPrepPage } from '#modules/production/web/lazy-prep-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/production_/prep')({
  staticData: { page: '/production/prep', title: 'prepList' },
  validateSearch: documentSearch,
  component: LazyPrepPage,
});
