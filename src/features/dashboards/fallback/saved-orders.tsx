import { useQuery } from '@tanstack/react-query';
import { History, RotateCw } from 'lucide-react';
import { mayRead } from '#domain/permissions.ts';
import { ordersSimpleQuery } from '#src/collections/orders/queries.ts';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { StatusPill } from '#src/entities/order/status-pill.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#src/components/ui/table.tsx';
import { messageOf } from '#src/lib/api/api-error.ts';
import { formatAge, formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type LastOrder, lastOrdersStore } from '#src/lib/last-orders/last-orders.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import { useNow } from '#src/lib/use-now.ts';
import { fallbackMessages } from './messages.ts';

/** Orders by one light call; what this device has kept of them until it answers, and when it does not. */
export function SavedOrders() {
  const { orders: t } = useMessages(fallbackMessages);
  const layout = useMessages(layoutMessages);
  const mayReadOrders = mayRead(useUser(), 'orders');
  const kept = useStore(lastOrdersStore);
  const query = useQuery({ ...ordersSimpleQuery(), enabled: mayReadOrders });
  const now = useNow();
  if (!mayReadOrders) return <p className="text-muted-foreground text-sm">{t.notAllowed}</p>;

  const isLive = query.isSuccess && !query.isError;
  const rows = isLive
    ? query.data.rows.map((row): LastOrder => ({ ...row, seenAt: query.dataUpdatedAt }))
    : kept;
  const seenAt = Math.max(0, ...rows.map((row) => row.seenAt));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
        <p className="flex-1 text-muted-foreground text-sm" role="status">
          {query.isError ? `${messageOf(query.error, t.failed)} ` : ''}
          {isLive ? t.live : rows.length > 0 ? t.saved(formatAge(seenAt, now)) : ''}
        </p>
        <Button size="sm" disabled={query.isFetching} onClick={() => void query.refetch()}>
          <RotateCw aria-hidden="true" />
          {layout.retry}
        </Button>
      </div>
      {rows.length > 0 ? (
        <OrderTable rows={rows} now={now} />
      ) : query.isPending ? (
        <SkeletonRows label={t.loading} rows={20} />
      ) : (
        <EmptyState icon={History} title={isLive ? t.empty : t.none} text={isLive ? undefined : t.noneText} />
      )}
    </>
  );
}

/** The same columns of the same width whether the rows are kept or live: what arrives moves nothing. */
function OrderTable({ rows, now }: { rows: readonly LastOrder[]; now: number }) {
  const { orders: t } = useMessages(fallbackMessages);
  return (
    <Table aria-label={t.title} className="min-w-180 table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="w-40">{t.number}</TableHead>
          <TableHead className="w-56">{t.status}</TableHead>
          <TableHead>{t.branch}</TableHead>
          <TableHead>{t.delivery}</TableHead>
          <TableHead>{t.seen}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {rows.map((order) => (
          <TableRow key={order._id}>
            <TableCell className="whitespace-nowrap font-medium">{order.orderNo}</TableCell>
            <TableCell>
              <StatusPill status={order.status} />
            </TableCell>
            <TableCell className="max-w-60 truncate">{order.branchName}</TableCell>
            <TableCell className="whitespace-nowrap">{formatDay(order.deliveryDate)}</TableCell>
            <TableCell className="whitespace-nowrap text-muted-foreground">
              {formatAge(order.seenAt, now)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
