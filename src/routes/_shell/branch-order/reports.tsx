import { createFileRoute } from '@tanstack/react-router';
import { HonestPage } from '#src/features/coming/honest-page.tsx';

export const Route = createFileRoute('/_shell/branch-order/reports')({
  staticData: { page: '/branch-order/reports', title: 'branchReports' },
  component: Screen,
});

function Screen() {
  return <HonestPage page="branchReports" />;
}
