import { createFileRoute } from '@tanstack/react-router';
import { WastagePage } from '#src/features/wastage/wastage-page.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/wastage')({
  staticData: { page: '/branch-order/wastage', title: 'wastage' },
  validateSearch: searchReader({
    q: 'text',
    reason: 'text',
    status: 'text',
    branch: 'text',
    from: 'text',
    to: 'text',
    sort: 'text',
    page: 'number',
    row: 'text',
  }),
  component: WastagePage,
});
