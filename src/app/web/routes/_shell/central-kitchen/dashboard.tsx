import { createFileRoute } from '@tanstack/react-router';
import { KitchenDashboardPage } from '#modules/picking/web/kitchen-dashboard/kitchen-dashboard-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/central-kitchen/dashboard')({
  staticData: { page: '/central-kitchen/dashboard', title: 'kitchenDashboard' },
  validateSearch: documentSearch,
  component: KitchenDashboardPage,
});
