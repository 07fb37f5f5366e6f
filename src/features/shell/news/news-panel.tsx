import { Link } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { mayRead } from '#domain/permissions.ts';
import type { Review, ReviewSummary } from '#contract/reviews.ts';
import { renewSeen, sendSeen } from '#src/collections/master-data/reviews.ts';
import { orderListOf } from '#src/components/layout/order-places.ts';
import { Button } from '#src/components/ui/button.tsx';
import { buttonVariants } from '#src/components/ui/button-variants.ts';
import { DialogClose, SheetContent } from '#src/components/ui/dialog.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { markOrdersSeen, useNewOrders } from '#src/lib/new-orders/new-orders.ts';
import { useUser } from '#src/lib/session/session.ts';
import { NewOrderList } from './new-order-list.tsx';
import { newsMessages } from './messages.ts';
import { NotificationChoice } from './notification-choice.tsx';
import { ReviewNews } from './review-news.tsx';
import { useReviewNews } from './use-review-news.ts';

interface NewsPanelProps {
  summary: ReviewSummary | undefined;
  onOpenReview(id: string): void;
}

/** What opens under the bell: new orders, proposals that wait or were decided, and whether the browser may tell. */
export function NewsPanel({ summary, onOpenReview }: NewsPanelProps) {
  const t = useMessages(newsMessages);
  const user = useUser();
  const queryClient = useQueryClient();
  const orders = useNewOrders();
  const { waiting, decided } = useReviewNews(summary);
  const list = orderListOf(user);
  const readsOrders = mayRead(user, 'orders');

  function markSeen(): void {
    markOrdersSeen();
    if (decided.length > 0) void see(decided);
  }

  /** Where that fails they stay new, and are seen another time. */
  async function see(reviews: readonly Review[]): Promise<void> {
    await sendSeen(reviews).catch(() => undefined);
    renewSeen(queryClient);
  }

  return (
    <SheetContent
      title={waiting.length + decided.length > 0 ? t.titleOfAll : t.title}
      description={t.description}
      className="max-w-md"
      footer={
        <>
          {list ? (
            <DialogClose asChild>
              <Link to={list} className={buttonVariants()}>
                {t.openList}
              </Link>
            </DialogClose>
          ) : null}
          <Button variant="primary" disabled={orders.length + decided.length === 0} onClick={markSeen}>
            {t.markSeen}
          </Button>
        </>
      }
    >
      <ReviewNews
        waiting={waiting}
        decided={decided}
        allWaiting={summary?.waiting ?? 0}
        onOpen={onOpenReview}
      />
      {readsOrders ? <NewOrderList orders={orders} user={user} /> : null}
      {readsOrders ? <NotificationChoice /> : null}
    </SheetContent>
  );
}
