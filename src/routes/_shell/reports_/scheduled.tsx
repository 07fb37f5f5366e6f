import { createFileRoute } from '@tanstack/react-router';
import { ScheduledPage } from '#src/features/mail/scheduled-page.tsx';
import { scheduledSearch } from '#src/features/mail/search.ts';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/reports_/scheduled')({
  staticData: { page: '/reports/scheduled', title: 'scheduledMails' },
  validateSearch: searchReader(scheduledSearch),
  component: ScheduledPage,
});
