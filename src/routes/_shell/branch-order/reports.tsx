import { createFileRoute } from '@tanstack/react-router';
import { PlannedPage } from '#src/features/coming/planned-page.tsx';

export const Route = createFileRoute('/_shell/branch-order/reports')({
  staticData: { page: '/branch-order/reports', title: 'branchReports' },
  component: Screen,
});

function Screen() {
  return <PlannedPage page="branchReports" />;
}
