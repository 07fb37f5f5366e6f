import { createFileRoute } from '@tanstack/react-router';
import { AnalyticsPage } from '#modules/analytics/web/analytics-page.tsx';
import { analyticsSearch } from '#modules/analytics/web/search.ts';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/analytics')({
  staticData: { page: '/analytics', title: 'analytics' },
  validateSearch: searchReader(analyticsSearch),
  component: AnalyticsPage,
});
