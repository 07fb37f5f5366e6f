import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { canOpenPage, canRead } from '#core/permissions.ts';
import { reviewSummaryQuery } from '#modules/reviews/web/queries.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import type { RoutePath } from '#platform/web/layout/menu.ts';
import { type PageName, pageMessages } from '#platform/web/layout/page-messages.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { catalogueMessages } from './messages.ts';

const reviewPage: RoutePath = '/procurements/creation/review';

interface RelatedPagesProps {
  pages: readonly { to: RoutePath; name: PageName }[];
}

/** Links to pages that have no menu entry, limited to those the user may open. */
export function RelatedPages({ pages }: RelatedPagesProps) {
  const names = useMessages(pageMessages);
  const user = useUser();
  return pages
    .filter(({ to }) => canOpenPage(user, to))
    .map(({ to, name }) => (
      <SecondaryAction key={to} asChild>
        <Link to={to}>
          {names[name]} {to === reviewPage ? <PendingReviews /> : null}
        </Link>
      </SecondaryAction>
    ));
}

/** Number of change proposals that the user can review; hidden if zero. */
function PendingReviews() {
  const t = useMessages(catalogueMessages);
  const user = useUser();
  const { data } = useQuery({ ...reviewSummaryQuery(), enabled: canRead(user, 'reviews') });
  const pendingCount = data?.waiting ?? 0;
  if (pendingCount === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-primary px-1.5 text-center text-primary-foreground text-xs tabular-nums leading-5">
      <span aria-hidden="true">{formatCount(pendingCount)}</span>
      <span className="sr-only">{t.waiting(pendingCount)}</span>
    </span>
  );
}
