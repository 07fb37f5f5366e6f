import { createFileRoute } from '@tanstack/react-router';
import { ScheduledPage } from '#modules/mail/web/scheduled-page.tsx';
import { scheduledSearch } from '#modules/mail/web/search.ts';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/reports_/scheduled')({
  staticData: { page: '/branch-order/reports/scheduled', title: 'scheduledEmails' },
  validateSearch: searchReader(scheduledSearch),
  component: ScheduledPage,
});
