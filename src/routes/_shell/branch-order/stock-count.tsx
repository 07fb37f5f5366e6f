import { createFileRoute } from '@tanstack/react-router';
import { PlannedPage } from '#src/features/coming/planned-page.tsx';

export const Route = createFileRoute('/_shell/branch-order/stock-count')({
  staticData: { page: '/branch-order/stock-count', title: 'stockCount' },
  component: Screen,
});

function Screen() {
  return <PlannedPage page="stockCount" />;
}
