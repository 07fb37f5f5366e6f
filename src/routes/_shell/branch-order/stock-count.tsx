import { createFileRoute } from '@tanstack/react-router';
import { HonestPage } from '#src/features/coming/honest-page.tsx';

export const Route = createFileRoute('/_shell/branch-order/stock-count')({
  staticData: { page: '/branch-order/stock-count', title: 'stockCount' },
  component: Screen,
});

function Screen() {
  return <HonestPage page="stockCount" />;
}
