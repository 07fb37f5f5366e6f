import { createFileRoute } from '@tanstack/react-router';
import { ComingSoonPage } from '#app/web/coming/coming-soon-page.tsx';

export const Route = createFileRoute('/_shell/reports_/order-patterns')({
  staticData: { page: '/reports/order-patterns', title: 'orderPatterns' },
  component: Screen,
});

function Screen() {
  return <ComingSoonPage page="orderPatterns" report="order-patterns" />;
}
