import { createFileRoute } from '@tanstack/react-router';
import { HonestPage } from '#src/features/coming/honest-page.tsx';

export const Route = createFileRoute('/_shell/procurements/creation/review')({
  staticData: { page: '/procurements/creation/review', title: 'review' },
  component: Screen,
});

function Screen() {
  return <HonestPage page="review" />;
}
