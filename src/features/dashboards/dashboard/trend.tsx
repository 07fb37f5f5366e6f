import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { canOpenPage } from '#domain/permissions.ts';
import { Button } from '#src/components/ui/button.tsx';
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
import { download, toCsv } from '#src/lib/format/csv.ts';
import { formatCount, formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { dashboardMessages } from './messages.ts';
import { handedIn } from './use-figures.ts';

interface TrendProps {
  days: readonly string[];
  /** One number for each day. */
  orders: readonly number[];
  branch: string | undefined;
}

/** As high as the trend on a wide screen, while it is on its way. */
export function TrendSkeleton() {
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

/** Orders per delivery day: a picture, and the same as a table whose rows open that day's orders. */
export function Trend({ days, orders, branch }: TrendProps) {
  const t = useMessages(dashboardMessages);
  const total = orders.reduce((sum, count) => sum + count, 0);
  const rows = days
    .map((day, index) => ({ day, count: orders[index] ?? 0 }))
    .filter(({ count }) => count > 0);
  return (
    <section className="pb-6">
      <div className="flex min-h-9 items-center gap-3 pb-2">
        <h2 className="font-semibold text-sm">{t.sections.trend}</h2>
        <span className="text-muted-foreground text-sm">{t.trend.total(total)}</span>
        {rows.length > 0 ? (
          <Button
            size="sm"
            className="ms-auto"
            onClick={() =>
              download(
                `${t.trend.file}.csv`,
                toCsv([[t.trend.day, t.trend.orders], ...rows.map(({ day, count }) => [day, count])]),
              )
            }
          >
            <Download aria-hidden="true" />
            {t.trend.csv}
          </Button>
        ) : null}
      </div>
      {rows.length === 0 ? (
        <p className="rounded-lg border bg-card p-4 text-muted-foreground text-sm">{t.trend.none}</p>
      ) : (
        <div className="grid grid-cols-1 gap-3 *:min-w-0 lg:grid-cols-[2fr_1fr]">
          <Bars days={days} orders={orders} />
          <DayTable rows={rows} branch={branch} />
        </div>
      )}
    </section>
  );
}

function Bars({ days, orders }: Omit<TrendProps, 'branch'>) {
  const { trend } = useMessages(dashboardMessages);
  const most = Math.max(...orders);
  const busiest = days[orders.indexOf(most)];
  return (
    <figure className="flex h-53 flex-col rounded-lg border bg-card p-4 lg:h-72">
      <div className="flex min-h-0 flex-1 gap-2">
        <span aria-hidden="true" className="text-muted-foreground text-xs">
          {formatCount(most)}
        </span>
        <svg
          role="img"
          aria-label={trend.chart(formatCount(most), formatDay(busiest))}
          viewBox={`0 0 ${days.length * 10} 100`}
          preserveAspectRatio="none"
          className="h-full w-full min-w-0 flex-1 border-b text-primary rtl:-scale-x-100"
        >
          {orders.map((count, index) => {
            const height = (count / most) * 100;
            return (
              <rect
                key={days[index]}
                x={index * 10 + 1.5}
                y={100 - height}
                width={7}
                height={height}
                fill="currentColor"
              />
            );
          })}
        </svg>
      </div>
      <div aria-hidden="true" className="flex justify-between ps-6 pt-1 text-muted-foreground text-xs">
        <span>{formatDay(days[0])}</span>
        <span>{formatDay(days.at(-1))}</span>
      </div>
    </figure>
  );
}

interface DayTableProps {
  rows: readonly { day: string; count: number }[];
  branch: string | undefined;
}

function DayTable({ rows, branch }: DayTableProps) {
  const { trend } = useMessages(dashboardMessages);
  const opensList = canOpenPage(useUser(), '/branch-orders');
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
            <TableHead className={numeric}>{trend.orders}</TableHead>
          </tr>
        </TableHeader>
        <TableBody>
          {rows.toReversed().map(({ day, count }) => (
            <TableRow key={day}>
              <TableCell>
                {opensList ? (
                  <Link
                    to="/branch-orders"
                    search={{ status: handedIn, from: day, to: day, branch }}
                    className="underline-offset-4 hover:underline touch:inline-flex touch:min-h-11 touch:items-center"
                  >
                    {formatDay(day)}
                  </Link>
                ) : (
                  formatDay(day)
                )}
              </TableCell>
              <TableCell className={numeric}>{formatCount(count)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
