import { createFileRoute } from '@tanstack/react-router';
import { PlannedPage } from '#src/features/coming/planned-page.tsx';

export const Route = createFileRoute('/_shell/analytics')({
  staticData: { page: '/analytics', title: 'analytics' },
  component: Screen,
});

function Screen() {
  return <PlannedPage page="analytics" />;
}
