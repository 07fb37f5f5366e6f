import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canRead } from '#core/permissions.ts';
import type { ReviewedCollection } from '#core/reviews.ts';
import { reviewsQuery } from '#modules/reviews/web/queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { reviewMessages } from './messages.ts';

const panel = lazyModule(() => import('./review-panel.tsx'));

interface ReviewNoticeProps {
  collection: ReviewedCollection;
  /** The row. */
  id: string;
}

/** Notice that a change to the row is pending or was returned to the user; otherwise renders nothing. */
export function ReviewNotice({ collection, id }: ReviewNoticeProps) {
  const t = useMessages(reviewMessages);
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    ...reviewsQuery({ collection, rowId: id, limit: 20 }),
    enabled: canRead(user, 'reviews'),
  });
  const loaded = useLazyModuleWhen(isOpen, panel);
  const review = data?.rows.find(
    ({ status, byId }) => status === 'Pending' || (status === 'Returned' && byId === user._id),
  );
  if (!review) return null;
  return (
    <div
      role="note"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-status-amber px-3 py-2 text-sm"
    >
      <p className="min-w-0 flex-1 basis-52">
        <bdi>
          {review.status === 'Pending'
            ? t.pendingNotice(review.byName, formatAge(review.at))
            : t.returnedNotice(review.decidedByName ?? '')}
        </bdi>
      </p>
      <Button onPointerEnter={panel.load} onClick={() => setOpen(true)}>
        {t.show}
      </Button>
      {isOpen && loaded ? <loaded.ReviewPanel id={review._id} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
