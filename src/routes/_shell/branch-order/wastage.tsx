import { createFileRoute } from '@tanstack/react-router';
import { WastagePage } from '#src/features/wastage/wastage-page.tsx';
import { documentSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/wastage')({
  staticData: { page: '/branch-order/wastage', title: 'wastage' },
  validateSearch: documentSearch,
  component: WastagePage,
});
