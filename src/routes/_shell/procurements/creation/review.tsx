import { createFileRoute } from '@tanstack/react-router';
import { ReviewPage } from '#src/features/review/review-page.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/procurements/creation/review')({
  staticData: { page: '/procurements/creation/review', title: 'review' },
  validateSearch: searchReader({
    q: 'text',
    status: 'text',
    collection: 'text',
    sort: 'text',
    page: 'number',
    row: 'text',
  }),
  component: ReviewPage,
});
