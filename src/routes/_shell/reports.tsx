import { createFileRoute } from '@tanstack/react-router';
import { PlannedPage } from '#src/features/coming/planned-page.tsx';

export const Route = createFileRoute('/_shell/reports')({
  staticData: { page: '/reports', title: 'reports' },
  component: Screen,
});

function Screen() {
  return <PlannedPage page="reports" />;
}
