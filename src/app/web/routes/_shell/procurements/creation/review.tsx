import { createFileRoute } from '@tanstack/react-router';
import { ReviewPage } from '#modules/reviews/web/review-page.tsx';
import { searchReader } from '#platform/web/search.ts';

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
