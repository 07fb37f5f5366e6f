import { createFileRoute } from '@tanstack/react-router';
import { WastagePage } from '#modules/wastage/web/wastage-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/wastage')({
  staticData: { page: '/branch-order/wastage', title: 'wastage' },
  validateSearch: documentSearch,
  component: WastagePage,
});
