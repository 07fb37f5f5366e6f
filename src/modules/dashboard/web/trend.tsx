import { Link, type LinkProps } from '@tanstack/react-router';
import { Suspense } from 'react';
import { canOpenPage } from '#core/permissions.ts';
import { DataHeader } from '#platform/web/charts/data-header.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import {
  numericCell,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#platform/web/ui/table.tsx';
import { formatCount, formatDay } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { dashboardMessages } from './messages.ts';
import { submittedStatuses } from './use-figures.ts';

/** The chart component is loaded when the first chart is shown. */
const TrendChart = lazyView(async () => (await import('#platform/web/charts/trend-chart.tsx')).TrendChart);

/** Returns a link to the orders of a day. */
const buildDayOrdersLink = (day: string, branch: string | undefined): LinkProps => ({
  to: '/branch-orders',
  search: { status: submittedStatuses, from: day, to: day, branch },
});

interface TrendProps {
  days: readonly string[];
  /** One value per day. */
  orders: readonly number[];
  branch: string | undefined;
}

/** Placeholder with the height of the chart on wide screens. */
export function OrdersTrendSkeleton() {
  const t = useMessages(dashboardMessages);
  return (
    <div role="status" aria-label={t.loading} className="pb-6">
      <div className="flex min-h-9 items-center pb-2">
        <Skeleton className="h-4 w-52" />
      </div>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-[2fr_1fr]">
        <Skeleton className="h-53 rounded-lg lg:h-72" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    </div>
  );
}

/** Orders per delivery day as a chart and as a table linked to each day's orders. */
export function OrdersTrend({ days, orders, branch }: TrendProps) {
  const t = useMessages(dashboardMessages);
  const canOpenList = canOpenPage(useUser(), '/branch-orders');
  const total = orders.reduce((sum, count) => sum + count, 0);
  const rows = days
    .map((day, index) => ({ day, count: orders[index] ?? 0 }))
    .filter(({ count }) => count > 0);
  return (
    <section className="pb-6">
      <div className="pb-2">
        <DataHeader
          title={t.sections.trend}
          note={t.trend.total(total)}
          file={t.trend.file}
          headings={[t.trend.day, t.trend.orders]}
          rows={rows.map(({ day, count }) => [day, count])}
        />
      </div>
      {rows.length === 0 ? (
        <p className="rounded-lg border bg-card p-4 text-muted-foreground text-sm">{t.trend.none}</p>
      ) : (
        <div className="grid grid-cols-1 gap-3 *:min-w-0 lg:grid-cols-[2fr_1fr]">
          <Suspense fallback={<Skeleton className="h-53 rounded-lg lg:h-72" />}>
            <TrendChart
              title={t.sections.trend}
              points={days.map((day, index) => ({
                key: day,
                label: formatDay(day),
                value: orders[index] ?? 0,
                to: canOpenList ? buildDayOrdersLink(day, branch) : null,
              }))}
              formatValue={formatCount}
              shape="columns"
              headings={null}
            />
          </Suspense>
          <DayTable rows={rows} branch={branch} />
        </div>
      )}
    </section>
  );
}

interface DayTableProps {
  rows: readonly { day: string; count: number }[];
  branch: string | undefined;
}

function DayTable({ rows, branch }: DayTableProps) {
  const { trend } = useMessages(dashboardMessages);
  const canOpenList = canOpenPage(useUser(), '/branch-orders');
  return (
    <div
      className="max-h-72 overflow-y-auto rounded-lg lg:h-72"
      tabIndex={0}
      role="region"
      aria-label={trend.table}
    >
      <Table aria-label={trend.table}>
        <TableHeader>
          <tr>
            <TableHead>{trend.day}</TableHead>
            <TableHead className={numericCell}>{trend.orders}</TableHead>
          </tr>
        </TableHeader>
        <TableBody>
          {rows.toReversed().map(({ day, count }) => (
            <TableRow key={day}>
              <TableCell>
                {canOpenList ? (
                  <Link
                    {...buildDayOrdersLink(day, branch)}
                    className="underline-offset-4 hover:underline touch:inline-flex touch:min-h-11 touch:items-center"
                  >
                    {formatDay(day)}
                  </Link>
                ) : (
                  formatDay(day)
                )}
              </TableCell>
              <TableCell className={numericCell}>{formatCount(count)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
