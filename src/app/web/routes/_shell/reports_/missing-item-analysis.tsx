import { createFileRoute } from '@tanstack/react-router';
import { ComingSoonPage } from '#app/web/coming/coming-soon-page.tsx';

export const Route = createFileRoute('/_shell/reports_/missing-item-analysis')({
  staticData: { page: '/reports/missing-item-analysis', title: 'missingItems' },
  component: Screen,
});

function Screen() {
  return <ComingSoonPage page="missingItems" report="missing-items" />;
}
