import { createFileRoute } from '@tanstack/react-router';
import { discrepancySearch } from '#src/entities/discrepancy/search.ts';
import { KitchenDashboardPage } from '#src/features/kitchen/dashboard/kitchen-dashboard-page.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/central-kitchen/dashboard')({
  staticData: { page: '/central-kitchen/dashboard', title: 'kitchenDashboard' },
  validateSearch: searchReader({ bin: 'text', order: 'text', ...discrepancySearch }),
  component: KitchenDashboardPage,
});
