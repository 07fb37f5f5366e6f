import { createFileRoute } from '@tanstack/react-router';
import { ComingSoonPage } from '#app/web/coming/coming-soon-page.tsx';

export const Route = createFileRoute('/_shell/reports_/wastage-reports')({
  staticData: { page: '/reports/wastage-reports', title: 'wastageReports' },
  component: Screen,
});

function Screen() {
  return <ComingSoonPage page="wastageReports" report="wastage" />;
}
