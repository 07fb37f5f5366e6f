import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Review, ReviewSummary } from '#modules/reviews/shapes.ts';
import { type Actor, canRead } from '#core/permissions.ts';
import { invalidateSeenReviews, reviewsQuery, markReviewsSeen } from '#modules/reviews/web/queries.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { getOrderUrl, getOrderListPage } from '#platform/web/layout/order-pages.ts';
import { buttonVariants } from '#platform/web/ui/button-variants.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogClose, SheetContent } from '#platform/web/ui/dialog.tsx';
import { formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { NewOrder } from '#modules/orders/web/new-orders/new-order-state.ts';
import { markOrdersSeen, useNewOrders } from '#modules/orders/web/new-orders/new-orders.ts';
import {
  requestNotificationPermission,
  useNotificationState,
} from '#modules/orders/web/new-orders/notification.ts';
import type { WaitingDocuments } from '#platform/documents/document-search-shape.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useNow } from '#platform/web/use-now.ts';
import { notificationMessages } from './messages.ts';
import { PurchaseNotifications, type PurchaseNotificationState } from './purchase-notifications.tsx';
import { RecallNotifications } from './recall-notifications.tsx';
import { ReviewNotifications } from './review-notifications.tsx';

/** Shares its code with the command palette, which lists the same documents. */
const HandedOverDocuments = lazyView(
  async () => (await import('./handed-over-documents.tsx')).HandedOverDocuments,
);

interface NotificationPanelProps {
  summary: ReviewSummary | undefined;
  purchases: PurchaseNotificationState;
  /** Documents that others have passed on to the user's location. */
  handedOver: readonly WaitingDocuments[];
  /** Orders with substitutes that need a response from the user's branch. */
  openSubstitutes: readonly OrderRecord[];
  /** Whether there are notifications other than new orders. */
  hasOtherNotifications: boolean;
  onOpenReview(id: string): void;
}

/** Panel below the bell: new orders, other notifications, and the browser notification setting. */
export function NotificationPanel({
  summary,
  openSubstitutes,
  purchases,
  handedOver,
  hasOtherNotifications,
  onOpenReview,
}: NotificationPanelProps) {
  const t = useMessages(notificationMessages);
  const user = useUser();
  const queryClient = useQueryClient();
  const orders = useNewOrders();
  const { waiting, decided } = useReviewNotifications(summary);
  const listPage = getOrderListPage(user);
  const canReadOrders = canRead(user, 'orders');

  function markSeen(): void {
    markOrdersSeen();
    purchases.markSeen();
    if (decided.length > 0) void markSeenOnServer(decided);
  }

  /** If the request fails, the decisions stay unread and can be marked again. */
  async function markSeenOnServer(reviews: readonly Review[]): Promise<void> {
    await markReviewsSeen(reviews).catch(() => undefined);
    invalidateSeenReviews(queryClient);
  }

  return (
    <SheetContent
      title={hasOtherNotifications ? t.generalTitle : t.title}
      description={t.description}
      className="max-w-md"
      footer={
        <>
          {listPage ? (
            <DialogClose asChild>
              <Link to={listPage} className={buttonVariants()}>
                {t.openList}
              </Link>
            </DialogClose>
          ) : null}
          <Button
            variant="primary"
            disabled={orders.length + decided.length + purchases.decided.length === 0}
            onClick={markSeen}
          >
            {t.markSeen}
          </Button>
        </>
      }
    >
      <RecallNotifications />
      {handedOver.length === 0 ? null : (
        <Suspense>
          <HandedOverDocuments groups={handedOver} />
        </Suspense>
      )}
      <ReviewNotifications
        waiting={waiting}
        decided={decided}
        waitingCount={summary?.waiting ?? 0}
        onOpen={onOpenReview}
      />
      <PurchaseNotifications waiting={purchases.waiting} decided={purchases.decided} />
      <OpenSubstitutes orders={openSubstitutes} user={user} />
      {canReadOrders ? <NewOrderList orders={orders} user={user} /> : null}
      {canReadOrders ? <NotificationSetting /> : null}
    </SheetContent>
  );
}

/** Orders with substitutes that need a response, each linked to the order. */
function OpenSubstitutes({ orders, user }: { orders: readonly OrderRecord[]; user: Actor }) {
  const t = useMessages(notificationMessages).substitutes;
  if (orders.length === 0) return null;
  return (
    <section aria-label={t.title} className="pb-4">
      <h3 className="pb-1 font-semibold text-sm">{t.title}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {orders.map(({ _id, orderNo, unansweredSubstitutes }) => {
          const url = getOrderUrl(user, _id);
          const text = t.row(orderNo, unansweredSubstitutes ?? 0);
          return (
            <li key={_id}>
              {url === null ? (
                text
              ) : (
                <DialogClose asChild>
                  <Link
                    to={url}
                    className="inline-flex items-center underline underline-offset-4 touch:min-h-11"
                  >
                    {text}
                  </Link>
                </DialogClose>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** New orders, most recent first, each linked to the order. */
function NewOrderList({ orders, user }: { orders: readonly NewOrder[]; user: Actor }) {
  const t = useMessages(notificationMessages);
  if (orders.length === 0) return <p className="text-muted-foreground text-sm">{t.empty}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {orders.map((order) => (
        <li key={order._id} className="rounded-lg border">
          <OrderLink order={order} url={getOrderUrl(user, order._id)} />
        </li>
      ))}
    </ul>
  );
}

function OrderLink({ order, url }: { order: NewOrder; url: string | null }) {
  const text = <OrderText order={order} />;
  if (url === null) return <div className="px-3 py-2">{text}</div>;
  return (
    <DialogClose asChild>
      <Link to={url} className="flex min-h-11 flex-col justify-center rounded-lg px-3 py-2 hover:bg-accent">
        {text}
      </Link>
    </DialogClose>
  );
}

function OrderText({ order }: { order: NewOrder }) {
  const t = useMessages(notificationMessages);
  const now = useNow();
  const arrivedAt = Date.parse(order.at);
  return (
    <>
      <span className="block font-medium text-sm">{order.orderNo}</span>
      <span className="block truncate text-muted-foreground text-xs">
        {[order.branchName, Number.isNaN(arrivedAt) ? '' : t.arrived(formatAge(arrivedAt, now))]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
}

/** Status of browser notifications, and the only button that requests permission for them. */
function NotificationSetting() {
  const t = useMessages(notificationMessages).notifications;
  const state = useNotificationState();
  return (
    <section className="mt-6 border-t pt-4">
      <h3 className="font-medium text-sm">{t.title}</h3>
      <p role="status" className="pt-1 text-muted-foreground text-sm">
        {t[state]}
      </p>
      {state === 'default' ? (
        <Button className="mt-3" onClick={() => void requestNotificationPermission()}>
          {t.allow}
        </Button>
      ) : null}
    </section>
  );
}

const maxShown = 200;

/**
 * Returns the proposals behind the counts: those waiting for the user's decision, and decisions on the user's
 * proposals.
 */
function useReviewNotifications(summary: ReviewSummary | undefined): {
  waiting: Review[];
  decided: Review[];
} {
  const waitingQuery = useQuery({
    ...reviewsQuery({ status: 'Pending', limit: maxShown }),
    enabled: (summary?.waiting ?? 0) > 0,
  });
  const decided = useQuery({
    ...reviewsQuery({ unseenDecisions: true, limit: maxShown }),
    enabled: (summary?.ownUnseenDecisions ?? 0) > 0,
  });
  return {
    waiting: summary?.waiting ? (waitingQuery.data?.rows ?? []).filter(canApprove) : [],
    decided: summary?.ownUnseenDecisions ? (decided.data?.rows ?? []) : [],
  };
}

const canApprove = ({ allowed }: Review) => allowed.includes('Approved');
