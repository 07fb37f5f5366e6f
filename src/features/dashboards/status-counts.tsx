import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { orderStatuses } from '#domain/orders/status.ts';
import { orderCountQuery } from '#src/collections/figures.ts';
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
import { classicMessages } from './classic-messages.ts';

interface StatusCountsProps {
  /** What narrows the list besides the status. */
  filters: { branch?: string | undefined; from?: string | undefined; to?: string | undefined };
  /** The status that the list shows. */
  current: string | undefined;
}

/** How many orders stand in each status; a click shows them in the list. */
export function StatusCounts({ filters, current }: StatusCountsProps) {
  const t = useMessages(classicMessages);
  const counts = useQueries({
    queries: orderStatuses.map((status) => orderCountQuery({ ...filters, status })),
  });
  return (
    <Table aria-label={t.byStatus}>
      <TableHeader>
        <tr>
          <TableHead>{t.status}</TableHead>
          <TableHead className={numeric}>{t.count}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {orderStatuses.map((status, index) => {
          const { data, isError } = counts[index] ?? {};
          return (
            <TableRow key={status} data-selected={status === current}>
              <TableCell>
                <Link
                  to="."
                  search={(old: Record<string, unknown>) => ({ ...old, status, page: undefined })}
                  resetScroll={false}
                  aria-current={status === current ? 'true' : undefined}
                  className="inline-flex min-h-6 items-center rounded-full hover:underline touch:min-h-11"
                >
                  <StatusPill status={status} />
                </Link>
              </TableCell>
              <TableCell className={numeric}>
                {data ? (
                  formatTotal(data.count, data.isCapped)
                ) : isError ? (
                  <span title={t.notKnown}>{absent}</span>
                ) : (
                  <Skeleton className="ms-auto h-4 w-8" />
                )}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
