import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { orderStatuses } from '#domain/orders/status.ts';
import { type Count, orderCountQuery, otherOrdersQuery } from '#src/collections/orders/queries.ts';
import { statusMessages } from '#src/entities/order/status-messages.ts';
import { StatusPill } from '#src/entities/order/status-pill.tsx';
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
import { classicMessages } from './messages.ts';

interface StatusCountsProps {
  /** What narrows the list besides the status. */
  filters: { branch?: string | undefined; from?: string | undefined; to?: string | undefined };
  /** The status that the list shows. */
  current: string | undefined;
}

/**
 * How many orders stand in each status, those that only their server knows together; a click shows them in the list.
 * Side by side where there is room.
 */
export function StatusCounts({ filters, current }: StatusCountsProps) {
  const t = useMessages(classicMessages);
  const words = useMessages(statusMessages);
  const isWide = useMedia(desktopQuery);
  const counts = useQueries({
    queries: orderStatuses.map((status) => orderCountQuery({ ...filters, status })),
  });
  const others = useQuery(otherOrdersQuery(filters)).data;
  const columns = orderStatuses.map((status, index) => ({
    key: status as string,
    link: (
      <StatusLink status={status} current={current}>
        <StatusPill status={status} />
      </StatusLink>
    ),
    count: (<CountCell query={counts[index]} />) as ReactNode,
  }));
  if (others?.count)
    columns.push({
      key: 'others',
      link: (
        <StatusLink status={others.status} current={current}>
          {words.others}
        </StatusLink>
      ),
      count: formatTotal(others.count, others.isCapped),
    });
  if (isWide) {
    return (
      <Table aria-label={t.byStatus}>
        <TableHeader>
          <tr>
            {columns.map(({ key, link }) => (
              <TableHead key={key} className="px-1.5 first:ps-3 last:pe-3">
                {link}
              </TableHead>
            ))}
          </tr>
        </TableHeader>
        <TableBody>
          <tr>
            {columns.map(({ key, count }) => (
              <TableCell key={key} className="ps-4 font-semibold first:ps-5.5 text-base tabular-nums">
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
        {columns.map(({ key, link, count }) => (
          <TableRow key={key}>
            <TableCell>{link}</TableCell>
            <TableCell className={numeric}>{count}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

interface StatusLinkProps {
  status: string | undefined;
  current: string | undefined;
  children: ReactNode;
}

function StatusLink({ status, current, children }: StatusLinkProps) {
  return (
    <Link
      to="."
      search={(old: Record<string, unknown>) => ({ ...old, status, page: undefined })}
      resetScroll={false}
      aria-current={status && status === current ? 'true' : undefined}
      className="inline-flex min-h-6 items-center rounded-full ring-primary hover:underline aria-[current=true]:ring-2 touch:min-h-11"
    >
      {children}
    </Link>
  );
}

function CountCell({ query }: { query: UseQueryResult<Count> | undefined }) {
  const t = useMessages(classicMessages);
  if (query?.data) return formatTotal(query.data.count, query.data.isCapped);
  return query?.isError ? <span title={t.notKnown}>{absent}</span> : <Skeleton className="h-4 w-8" />;
}
