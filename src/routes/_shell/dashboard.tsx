import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#src/features/dashboards/dashboard/dashboard-page.tsx';
import { FirstRun } from '#src/features/first-run/first-run.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/dashboard')({
  staticData: { page: '/dashboard', title: 'dashboards' },
  validateSearch: searchReader({ branch: 'text', from: 'text', to: 'text' }),
  component: Screen,
});

function Screen() {
  return <DashboardPage above={<FirstRun />} />;
}
