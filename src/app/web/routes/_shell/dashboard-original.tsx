import { createFileRoute } from '@tanstack/react-router';
import { ClassicDashboardPage } from '#modules/dashboard/web/classic/classic-dashboard-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/dashboard-original')({
  staticData: { page: '/dashboard-original', title: 'classicDashboard' },
  validateSearch: searchReader({
    q: 'text',
    status: 'text',
    branch: 'text',
    from: 'text',
    to: 'text',
    sort: 'text',
    page: 'number',
    order: 'text',
  }),
  component: ClassicDashboardPage,
});
