import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Review } from '#contract/reviews.ts';
import { renewSeen, reviewSummaryQuery, sendSeen } from '#src/collections/master-data/reviews.ts';
import { useUser } from '#src/lib/session/session.ts';

/** Whoever looks at what became of a proposal of theirs has seen it: the bell need not tell them any more. */
export function useSeen(review: Review | undefined): void {
  const user = useUser();
  const queryClient = useQueryClient();
  const { data } = useQuery(reviewSummaryQuery());
  const isDecided = review?.status === 'Approved' || review?.status === 'Returned';
  const hasNews = (data?.ownNews ?? 0) > 0;
  const news = isDecided && hasNews && review.byId === user._id ? review : null;
  const id = news?._id;
  useEffect(() => {
    if (id === undefined) return;
    // Where that fails it stays new, and is seen another time.
    void sendSeen([{ _id: id }])
      .then(() => renewSeen(queryClient))
      .catch(() => undefined);
  }, [id, queryClient]);
}
