import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '#app/web/shell/not-found-page.tsx';

export const Route = createFileRoute('/_shell/$')({
  staticData: { page: null },
  component: NotFoundPage,
});
