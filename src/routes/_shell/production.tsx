import { createFileRoute } from '@tanstack/react-router';
import { HonestPage } from '#src/features/coming/honest-page.tsx';

export const Route = createFileRoute('/_shell/production')({
  staticData: { page: '/production', title: 'production' },
  component: Screen,
});

function Screen() {
  return <HonestPage page="production" />;
}
