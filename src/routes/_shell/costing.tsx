import { createFileRoute } from '@tanstack/react-router';
import { PlannedPage } from '#src/features/coming/planned-page.tsx';

export const Route = createFileRoute('/_shell/costing')({
  staticData: { page: '/costing', title: 'costing' },
  component: Screen,
});

function Screen() {
  return <PlannedPage page="costing" />;
}
