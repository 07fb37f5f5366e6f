import { createFileRoute } from '@tanstack/react-router';
import { HonestPage } from '#src/features/coming/honest-page.tsx';

export const Route = createFileRoute('/_shell/costing')({
  staticData: { page: '/costing', title: 'costing' },
  component: Screen,
});

function Screen() {
  return <HonestPage page="costing" />;
}
