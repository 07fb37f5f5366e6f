import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { canOpenPage } from '#core/permissions.ts';
import type { Review } from '#modules/reviews/shapes.ts';
import { DialogClose } from '#platform/web/ui/dialog.tsx';
import { formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useNow } from '#platform/web/use-now.ts';
import { notificationMessages } from './messages.ts';
import { NotificationSection } from './notification-section.tsx';

interface ReviewNotificationsProps {
  waiting: readonly Review[];
  decided: readonly Review[];
  /** Number of proposals awaiting the user's decision, including those not shown. */
  waitingCount: number;
  onOpen(id: string): void;
}

/** Maximum number of proposals shown; the linked list contains all of them. */
const maxWaiting = 5;

/**
 * Decisions on the user's proposals with reasons, and proposals awaiting the user's decision; renders nothing
 * if there are none.
 */
export function ReviewNotifications({ waiting, decided, waitingCount, onOpen }: ReviewNotificationsProps) {
  const t = useMessages(notificationMessages).reviews;
  const user = useUser();
  const now = useNow();
  const page = '/procurements/creation/review';
  const formatReviewAge = (at: string | null) => formatAge(at ?? '', now);
  return (
    <>
      {decided.length === 0 ? null : (
        <NotificationSection title={t.decidedTitle}>
          {decided.map((review) => (
            <Entry key={review._id} review={review} onOpen={onOpen}>
              {(review.status === 'Approved' ? t.approved : t.returned)(
                review.decidedByName ?? '',
                formatReviewAge(review.decidedAt),
              )}
              {review.reason ? <span className="block">{t.reason(review.reason)}</span> : null}
            </Entry>
          ))}
        </NotificationSection>
      )}
      {waiting.length === 0 ? null : (
        <NotificationSection title={t.waitingTitle}>
          {waiting.slice(0, maxWaiting).map((review) => (
            <Entry key={review._id} review={review} onOpen={onOpen}>
              {t.proposed(review.byName, formatReviewAge(review.at))}
            </Entry>
          ))}
          {canOpenPage(user, page) ? (
            <li>
              <DialogClose asChild>
                <Link
                  to={page}
                  className="inline-flex min-h-6 items-center text-primary text-sm underline underline-offset-4 touch:min-h-11"
                >
                  {waiting.length > maxWaiting ? `${t.openList} (${t.waiting(waitingCount)})` : t.openList}
                </Link>
              </DialogClose>
            </li>
          ) : null}
        </NotificationSection>
      )}
    </>
  );
}

interface EntryProps {
  review: Review;
  onOpen(id: string): void;
  children: ReactNode;
}

function Entry({ review, onOpen, children }: EntryProps) {
  return (
    <li className="rounded-lg border">
      <button
        type="button"
        aria-haspopup="dialog"
        className="flex min-h-11 w-full flex-col justify-center rounded-lg px-3 py-2 text-start hover:bg-accent"
        onClick={() => onOpen(review._id)}
      >
        <bdi className="font-medium text-sm">{review.name}</bdi>
        <span className="text-muted-foreground text-xs">{children}</span>
      </button>
    </li>
  );
}
