import { createFileRoute } from '@tanstack/react-router';
import { PlannedPage } from '#src/features/coming/planned-page.tsx';

export const Route = createFileRoute('/_shell/production')({
  staticData: { page: '/production', title: 'production' },
  component: Screen,
});

function Screen() {
  return <PlannedPage page="production" />;
}
