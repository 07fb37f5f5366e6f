import { createFileRoute } from '@tanstack/react-router';
import { FallbackPage } from '#modules/dashboard/web/fallback/fallback-page.tsx';

export const Route = createFileRoute('/_shell/dashboard-fallback')({
  staticData: { page: null, title: 'fallbackDashboard' },
  component: FallbackPage,
});
