import { useQuery } from '@tanstack/react-query';
import { canOpenPage } from '#domain/permissions.ts';
import { otherOrdersQuery } from '#src/collections/orders/queries.ts';
import { statusMessages } from '#src/components/order/status-messages.ts';
import { formatTotal } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { FigureLink } from '#src/components/order/figure-link.tsx';
import { OtherFigure } from '#src/components/order/other-figure.tsx';
import { homeMessages } from './home-messages.ts';
import { openStatuses } from '../orders-list/order-stages.ts';
import type { BranchOrders } from './use-branch-orders.ts';

/** How many orders of a branch stand at each stage; each figure opens its orders. */
export function StageFigures({ branch, orders }: { branch: string; orders: BranchOrders }) {
  const t = useMessages(homeMessages).stages;
  const words = useMessages(statusMessages).stages;
  const opens = canOpenPage(useUser(), '/branch-order/order-history');
  const { data } = orders;
  const others = useQuery(otherOrdersQuery({ branch })).data;
  const isCapped = data?.total != null && data.total > data.rows.length;
  return (
    <section aria-label={t.title} className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {openStatuses.map((status) => {
        const count = data?.rows.filter((order) => order.status === status).length;
        return (
          <FigureLink
            key={status}
            label={words[status]}
            figure={count === undefined ? null : formatTotal(count, isCapped)}
            link={opens ? { to: '/branch-order/order-history', search: { status, branch } } : null}
          />
        );
      })}
      <OtherFigure
        others={others}
        linkTo={(search) =>
          opens ? { to: '/branch-order/order-history', search: { ...search, branch } } : null
        }
      />
    </section>
  );
}
