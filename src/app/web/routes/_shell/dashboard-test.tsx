import { createFileRoute } from '@tanstack/react-router';
import { SelfTestPage } from '#app/web/self-test/self-test-page.tsx';

export const Route = createFileRoute('/_shell/dashboard-test')({
  staticData: { page: '/dashboard-test', title: 'selfTest' },
  component: SelfTestPage,
});
