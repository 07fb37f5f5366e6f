import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type OrderStatus, orderStatuses } from '#domain/orders/status.ts';
import { type Count, orderCountQuery } from '#src/collections/figures.ts';
import { StatusPill } from '#src/components/order/status-pill.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import {
  numeric,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#src/components/ui/table.tsx';
import { absent, formatTotal } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { desktopQuery, useMedia } from '#src/lib/use-media.ts';
import { classicMessages } from './classic-messages.ts';

interface StatusCountsProps {
  /** What narrows the list besides the status. */
  filters: { branch?: string | undefined; from?: string | undefined; to?: string | undefined };
  /** The status that the list shows. */
  current: string | undefined;
}

/** How many orders stand in each status; a click shows them in the list. Side by side where there is room. */
export function StatusCounts({ filters, current }: StatusCountsProps) {
  const t = useMessages(classicMessages);
  const isWide = useMedia(desktopQuery);
  const counts = useQueries({
    queries: orderStatuses.map((status) => orderCountQuery({ ...filters, status })),
  });
  const columns = orderStatuses.map((status, index) => ({
    status,
    link: <StatusLink status={status} isCurrent={status === current} />,
    count: <CountCell query={counts[index]} />,
  }));
  if (isWide) {
    return (
      <Table aria-label={t.byStatus}>
        <TableHeader>
          <tr>
            {columns.map(({ status, link }) => (
              <TableHead key={status} className="px-1.5 first:ps-3 last:pe-3">
                {link}
              </TableHead>
            ))}
          </tr>
        </TableHeader>
        <TableBody>
          <tr>
            {columns.map(({ status, count }) => (
              <TableCell key={status} className="ps-4 font-semibold first:ps-5.5 text-base tabular-nums">
                {count}
              </TableCell>
            ))}
          </tr>
        </TableBody>
      </Table>
    );
  }
  return (
    <Table aria-label={t.byStatus}>
      <TableHeader>
        <tr>
          <TableHead>{t.status}</TableHead>
          <TableHead className={numeric}>{t.count}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {columns.map(({ status, link, count }) => (
          <TableRow key={status}>
            <TableCell>{link}</TableCell>
            <TableCell className={numeric}>{count}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function StatusLink({ status, isCurrent }: { status: OrderStatus; isCurrent: boolean }) {
  return (
    <Link
      to="."
      search={(old: Record<string, unknown>) => ({ ...old, status, page: undefined })}
      resetScroll={false}
      aria-current={isCurrent ? 'true' : undefined}
      className="inline-flex min-h-6 items-center rounded-full ring-primary hover:underline aria-[current=true]:ring-2 touch:min-h-11"
    >
      <StatusPill status={status} />
    </Link>
  );
}

function CountCell({ query }: { query: UseQueryResult<Count> | undefined }) {
  const t = useMessages(classicMessages);
  if (query?.data) return formatTotal(query.data.count, query.data.isCapped);
  return query?.isError ? <span title={t.notKnown}>{absent}</span> : <Skeleton className="h-4 w-8" />;
}
