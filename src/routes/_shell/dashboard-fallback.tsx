import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#src/features/home/home-page.tsx';

export const Route = createFileRoute('/_shell/dashboard-fallback')({
  staticData: { page: '/dashboard-fallback', title: 'dashboards' },
  component: HomePage,
});
