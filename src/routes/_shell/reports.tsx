import { createFileRoute } from '@tanstack/react-router';
import { HonestPage } from '#src/features/coming/honest-page.tsx';

export const Route = createFileRoute('/_shell/reports')({
  staticData: { page: '/reports', title: 'reports' },
  component: Screen,
});

function Screen() {
  return <HonestPage page="reports" />;
}
