import { createFileRoute } from '@tanstack/react-router';
import { FairSharePage } from '#modules/fair-share/web/fair-share-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/central-kitchen/fair-share')({
  staticData: { page: '/central-kitchen/fair-share', title: 'fairShare' },
  validateSearch: searchReader({ kitchen: 'text', day: 'text', item: 'text' }),
  component: FairSharePage,
});
