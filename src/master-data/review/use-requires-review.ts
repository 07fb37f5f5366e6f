import { useQuery } from '@tanstack/react-query';
import { canRead } from '#domain/permissions.ts';
import { isReviewed } from '#domain/reviews.ts';
import { reviewSummaryQuery } from '#src/collections/master-data/reviews.ts';
import { useUser } from '#src/lib/session/session.ts';

/** Returns whether the user's changes of a collection need approval; false until the server has responded. */
export function useRequiresReview(collection: string): boolean {
  const user = useUser();
  const isAsked = isReviewed(collection) && !user.isMasterAdmin && canRead(user, 'reviews');
  const { data } = useQuery({ ...reviewSummaryQuery(), enabled: isAsked });
  return isAsked && (data?.asksReview ?? false);
}
