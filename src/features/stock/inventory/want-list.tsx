import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { canOpenPage, mayRead } from '#domain/permissions.ts';
import { ordersQuery } from '#src/collections/orders/queries.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { unitFor } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { stockMessages } from './messages.ts';
import type { StockLine } from './stock-rows.ts';
import { wantsOf } from './wants.ts';

/** For which orders a part is held, and how much they want; nothing where nothing is reserved. */
export function WantList({ line }: { line: StockLine }) {
  const t = useMessages(stockMessages).card;
  const user = useUser();
  const isReserved = line.reserved > 0 && mayRead(user, 'orders');
  const orders = useQuery({
    ...ordersQuery({ status: 'Under Process', view: 'full', kitchen: line.placeId, limit: 200 }),
    enabled: isReserved,
  });
  const rows = orders.data ? wantsOf(orders.data.rows, line.itemId, line.placeId) : [];
  if (!isReserved || rows.length === 0) return null;
  const mayOpen = canOpenPage(user, '/central-kitchen/order-processing-prep');
  return (
    <section>
      <h3 className="pb-1 font-semibold text-sm">{t.reservations}</h3>
      <ul className="divide-y text-sm">
        {rows.map((row) => (
          <li key={row.orderId} className="flex items-center justify-between gap-3 py-2">
            {mayOpen ? (
              <Link
                to="/central-kitchen/order-processing-prep"
                search={{ order: row.orderId }}
                className="text-primary underline-offset-4 hover:underline"
              >
                {t.reservation(row.branchName, row.orderNo)}
              </Link>
            ) : (
              <span>{t.reservation(row.branchName, row.orderNo)}</span>
            )}
            <bdi className="shrink-0 tabular-nums">
              {formatQuantity(row.wanted)}{' '}
              <span className="text-muted-foreground text-xs">{unitFor(row.wanted, line.unit)}</span>
            </bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
