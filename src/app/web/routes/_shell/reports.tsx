import { createFileRoute } from '@tanstack/react-router';
import { ReportCataloguePage } from '#modules/reports/web/report-catalogue-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/reports')({
  staticData: { page: '/reports', title: 'reports' },
  validateSearch: searchReader({
    report: 'text',
    view: 'text',
    period: 'text',
    by: 'text',
    from: 'text',
    to: 'text',
    day: 'text',
    within: 'text',
    branch: 'text',
    category: 'text',
    item: 'text',
    supplier: 'text',
    reason: 'text',
    weekday: 'text',
    kind: 'text',
    basis: 'text',
    sort: 'text',
    hide: 'text',
    all: 'flag',
  }),
  component: ReportCataloguePage,
});
