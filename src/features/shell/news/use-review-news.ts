import { useQuery } from '@tanstack/react-query';
import type { Review, ReviewSummary } from '#contract/reviews.ts';
import { reviewsQuery } from '#src/collections/master-data/reviews.ts';

const mostShown = 200;

/** The proposals behind the figures: what waits for this person, and what became of their own. */
export function useReviewNews(summary: ReviewSummary | undefined): { waiting: Review[]; decided: Review[] } {
  const waiting = useQuery({
    ...reviewsQuery({ status: 'Pending', limit: mostShown }),
    enabled: (summary?.waiting ?? 0) > 0,
  });
  const decided = useQuery({
    ...reviewsQuery({ news: true, limit: mostShown }),
    enabled: (summary?.ownNews ?? 0) > 0,
  });
  return {
    waiting: summary?.waiting ? (waiting.data?.rows ?? []).filter(isForMe) : [],
    decided: summary?.ownNews ? (decided.data?.rows ?? []) : [],
  };
}

const isForMe = ({ allowed }: Review) => allowed.includes('Approved');
