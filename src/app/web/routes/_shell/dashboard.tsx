import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#modules/dashboard/web/dashboard-page.tsx';
import { FirstRun } from '#app/web/first-run/first-run.tsx';
import { PendingWork } from '#app/web/pending-work/pending-work.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/dashboard')({
  staticData: { page: '/dashboard', title: 'dashboards' },
  validateSearch: searchReader({ branch: 'text', from: 'text', to: 'text', rank: 'text' }),
  component: Screen,
});

function Screen() {
  return (
    <DashboardPage
      above={
        <>
          <FirstRun />
          <PendingWork />
        </>
      }
    />
  );
}
