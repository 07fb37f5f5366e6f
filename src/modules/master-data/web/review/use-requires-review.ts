import { useQuery } from '@tanstack/react-query';
import { canRead } from '#core/permissions.ts';
import { isReviewed } from '#core/reviews.ts';
import { reviewSummaryQuery } from '#modules/reviews/web/queries.ts';
import { useUser } from '#platform/web/session/session.ts';

/** Returns whether the user's changes to a collection need approval; false until the server has responded. */
export function useRequiresReview(collection: string): boolean {
  const user = useUser();
  const isEnabled = isReviewed(collection) && !user.isMasterAdmin && canRead(user, 'reviews');
  const { data } = useQuery({ ...reviewSummaryQuery(), enabled: isEnabled });
  return isEnabled && (data?.requiresReview ?? false);
}
