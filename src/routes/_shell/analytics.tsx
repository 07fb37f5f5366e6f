import { createFileRoute } from '@tanstack/react-router';
import { AnalyticsPage } from '#src/features/analytics/analytics-page.tsx';
import { analyticsSearch } from '#src/features/analytics/search.ts';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/analytics')({
  staticData: { page: '/analytics', title: 'analytics' },
  validateSearch: searchReader(analyticsSearch),
  component: AnalyticsPage,
});
