import { createFileRoute } from '@tanstack/react-router';
import { ProductionPage } from '#src/features/production/production-page.tsx';
import { documentSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/production')({
  staticData: { page: '/production', title: 'production' },
  validateSearch: documentSearch,
  component: ProductionPage,
});
