import { createFileRoute } from '@tanstack/react-router';
import { HonestPage } from '#src/features/coming/honest-page.tsx';

export const Route = createFileRoute('/_shell/analytics')({
  staticData: { page: '/analytics', title: 'analytics' },
  component: Screen,
});

function Screen() {
  return <HonestPage page="analytics" />;
}
