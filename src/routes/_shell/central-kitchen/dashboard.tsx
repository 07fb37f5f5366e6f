import { createFileRoute } from '@tanstack/react-router';
import { KitchenDashboardPage } from '#src/features/kitchen/dashboard/kitchen-dashboard-page.tsx';
import { documentSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/central-kitchen/dashboard')({
  staticData: { page: '/central-kitchen/dashboard', title: 'kitchenDashboard' },
  validateSearch: documentSearch,
  component: KitchenDashboardPage,
});
