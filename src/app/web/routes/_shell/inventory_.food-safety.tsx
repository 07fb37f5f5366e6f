import { createFileRoute } from '@tanstack/react-router';
import { SafetyPage } from '#modules/safety-checks/web/safety-page.tsx';
import { documentSearch, listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/inventory_/food-safety')({
  staticData: { page: '/inventory/food-safety', title: 'foodSafety' },
  // The tab of check points is a master-data list.
  validateSearch: (search) => ({ ...documentSearch(search), ...listSearch(search) }),
  component: SafetyPage,
});
