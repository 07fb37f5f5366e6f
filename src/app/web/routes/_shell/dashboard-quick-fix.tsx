import { createFileRoute } from '@tanstack/react-router';
import { QuickFixPage } from '#modules/dashboard/web/quick-fix/quick-fix-page.tsx';

export const Route = createFileRoute('/_shell/dashboard-quick-fix')({
  staticData: { page: '/dashboard-quick-fix', title: 'quickFix' },
  component: QuickFixPage,
});
