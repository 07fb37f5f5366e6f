import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { canRead, getScope } from '#core/permissions.ts';
import { reviewSummaryQuery } from '#modules/reviews/web/queries.ts';
import { ordersQuery } from '#modules/orders/web/queries/queries.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { useOpenRecalls } from '#modules/recalls/web/queries/use-open-recalls.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useHandedOverDocuments } from './use-handed-over-documents.ts';
import { notificationMessages } from './messages.ts';
import { NotificationPanel } from './notification-panel.tsx';
import { usePurchaseNotifications } from './purchase-notifications.tsx';

/** Loaded on demand, because it includes the collection definitions and few users open it from here. */
const ReviewPanel = lazyView(
  async () => (await import('#modules/master-data/web/review/review-panel.tsx')).ReviewPanel,
);

interface NotificationCentreProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Called with the number and text of notifications other than new orders. */
  onOtherNotifications(otherNotifications: { count: number; text: string }): void;
}

/**
 * Counts the notifications other than new orders for the bell, and shows all notifications when the bell is
 * opened.
 */
export function NotificationCentre({ isOpen, onOpenChange, onOtherNotifications }: NotificationCentreProps) {
  const {
    reviews: t,
    purchases: purchaseTexts,
    substitutes,
    recalls: recallTexts,
    handedOver: handedOverText,
  } = useMessages(notificationMessages);
  const user = useUser();
  const [openReviewId, setOpenReviewId] = useState<string | null>(null);
  const { data: summary } = useQuery({ ...reviewSummaryQuery(), enabled: canRead(user, 'reviews') });
  const { waiting = 0, ownUnseenDecisions = 0 } = summary ?? {};
  const purchases = usePurchaseNotifications();
  const openSubstitutes = useOpenSubstitutes();
  const { recalls } = useOpenRecalls();
  const handedOver = useHandedOverDocuments();
  const handedOverCount = handedOver.reduce((sum, group) => sum + group.count, 0);
  const text = [
    recalls.length > 0 ? recallTexts.waiting(recalls.length) : '',
    handedOverCount > 0 ? handedOverText(handedOverCount) : '',
    openSubstitutes.length > 0 ? substitutes.waiting(openSubstitutes.length) : '',
    ownUnseenDecisions > 0 ? t.decided(ownUnseenDecisions) : '',
    waiting > 0 ? t.waiting(waiting) : '',
    purchases.decided.length > 0 ? purchaseTexts.decided(purchases.decided.length) : '',
    purchases.waiting.length > 0 ? purchaseTexts.waiting(purchases.waiting.length) : '',
  ]
    .filter(Boolean)
    .join(' · ');
  const count =
    recalls.length +
    handedOverCount +
    waiting +
    ownUnseenDecisions +
    openSubstitutes.length +
    purchases.waiting.length +
    purchases.decided.length;
  useEffect(() => onOtherNotifications({ count, text }), [count, text, onOtherNotifications]);

  function openReview(id: string): void {
    onOpenChange(false);
    setOpenReviewId(id);
  }

  return (
    <>
      {isOpen ? (
        <NotificationPanel
          summary={summary}
          openSubstitutes={openSubstitutes}
          purchases={purchases}
          handedOver={handedOver}
          hasOtherNotifications={count > 0}
          onOpenReview={openReview}
        />
      ) : null}
      {openReviewId === null ? null : (
        <Suspense>
          <ReviewPanel key={openReviewId} id={openReviewId} onClose={() => setOpenReviewId(null)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Returns orders of the user's branches with substitutes that need a response; none for users without a
 * branch. Derived from the list that the shell watches for new orders, without a separate request.
 */
function useOpenSubstitutes(): readonly OrderRecord[] {
  const user = useUser();
  const scope = getScope(user);
  const { data } = useQuery({ ...ordersQuery(), enabled: false });
  if (scope.kind !== 'places' || scope.branches.length === 0 || !canRead(user, 'orders')) return [];
  return (data?.rows ?? []).filter(({ unansweredSubstitutes }) => (unansweredSubstitutes ?? 0) > 0);
}
