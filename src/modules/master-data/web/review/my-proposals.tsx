import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canRead } from '#core/permissions.ts';
import { reviewsQuery, reviewSummaryQuery } from '#modules/reviews/web/queries.ts';
import { Pill } from '#platform/web/ui/pill.tsx';
import { formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { reviewMessages } from './messages.ts';
import { getProposalKindLabel, reviewTones } from './review-texts.ts';

const panel = lazyModule(() => import('./review-panel.tsx'));

/** The user's undecided proposals, pending or returned; renders nothing if there are none. */
export function MyProposals() {
  const t = useMessages(reviewMessages);
  const user = useUser();
  const [open, setOpen] = useState<string | null>(null);
  const canReadReviews = canRead(user, 'reviews');
  const summary = useQuery({ ...reviewSummaryQuery(), enabled: canReadReviews });
  const { ownPending = 0, ownReturned = 0 } = summary.data ?? {};
  const hasOpen = ownPending + ownReturned > 0;
  const proposals = useQuery({
    ...reviewsQuery({ mine: true, limit: 100 }),
    enabled: canReadReviews && hasOpen,
  });
  const rows = (proposals.data?.rows ?? [])
    .filter(({ status }) => status === 'Pending' || status === 'Returned')
    .toSorted((a, b) => Number(b.status === 'Returned') - Number(a.status === 'Returned'));
  const loaded = useLazyModuleWhen(open !== null, panel);
  if (!hasOpen || rows.length === 0) return null;
  const counts = [
    ...(ownReturned > 0 ? [t.mineReturned(ownReturned)] : []),
    ...(ownPending > 0 ? [t.minePending(ownPending)] : []),
  ];
  return (
    // Collapsed unless the user has to act, so that the list below doesn't move.
    <details open={ownReturned > 0} className="mb-4 rounded-lg border bg-card px-4 py-2">
      <summary className="cursor-pointer text-sm touch:py-3">
        <span className="font-semibold">{t.mine}</span>{' '}
        <span className="text-muted-foreground">{counts.join(' · ')}</span>
      </summary>
      <ul className="divide-y pt-2 text-sm">
        {rows.map((review) => (
          <li key={review._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <button
              type="button"
              aria-haspopup="dialog"
              className="min-h-6 text-start font-medium text-primary underline-offset-4 hover:underline touch:min-h-11"
              onPointerEnter={panel.load}
              onClick={() => setOpen(review._id)}
            >
              <bdi>{review.name}</bdi>
            </button>
            <span className="text-muted-foreground">
              {t.by(getProposalKindLabel(review, t), formatAge(review.at))}
            </span>
            <Pill tone={reviewTones[review.status]} className="ms-auto">
              {t.statuses[review.status]}
            </Pill>
            {review.reason ? (
              <p className="basis-full text-muted-foreground">
                <bdi>{t.reason(review.reason)}</bdi>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {open === null || loaded === null ? null : (
        <loaded.ReviewPanel key={open} id={open} onClose={() => setOpen(null)} />
      )}
    </details>
  );
}
