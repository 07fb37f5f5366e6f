import { createFileRoute } from '@tanstack/react-router';
import { ProductionPage } from '#modules/production/web/production-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/production')({
  staticData: { page: '/production', title: 'production' },
  validateSearch: documentSearch,
  component: ProductionPage,
});
