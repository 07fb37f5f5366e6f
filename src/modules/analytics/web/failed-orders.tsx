import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FigureFilter, DueOrderList } from '../drill-down.ts';
import { failedOrdersQuery } from './queries.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { missingValue, formatDay } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { OrderLink } from './figures.tsx';
import { analyticsMessages } from './messages.ts';
import { buildAnalyticsLink } from './analytics-filters.ts';

/** Lists the orders that make up a service figure, with their outcome: failed orders by default. */
export function FailedOrdersTable({ filter, list }: { filter: FigureFilter; list: DueOrderList }) {
  const t = useMessages(analyticsMessages);
  const { data, error, refetch } = useQuery({
    ...failedOrdersQuery(filter, list),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} /> : null;
  const title = list === 'failed' ? t.failed.title(data.total) : t.failed.lists[list](data.total);
  const reason = ({ isLate, isShort, receivedDay }: (typeof data.rows)[number]) =>
    [
      ...(isLate ? [receivedDay === null ? t.failed.notReceived : t.failed.late] : []),
      ...(isShort ? [t.failed.short] : []),
    ].join(', ') || t.failed.onTimeInFull;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-sm">{title}</h2>
      {list === 'failed' ? null : (
        <Link
          {...buildAnalyticsLink({ cell: undefined })}
          className="self-start text-sm underline-offset-4 hover:underline touch:inline-flex touch:min-h-11 touch:items-center"
        >
          {t.failed.onlyFailed}
        </Link>
      )}
      {data.total === 0 ? (
        <p className="text-muted-foreground text-sm">{t.failed.none}</p>
      ) : (
        <FactTable
          label={title}
          rows={data.rows}
          getKey={({ _id }) => _id}
          columns={[
            {
              heading: t.failed.order,
              cell: (order: (typeof data.rows)[number]) => <OrderLink order={order} />,
            },
            { heading: t.branch, cell: ({ branchName }) => <bdi>{branchName}</bdi> },
            { heading: t.failed.delivery, cell: ({ deliveryDate }) => formatDay(deliveryDate) },
            {
              heading: t.failed.received,
              cell: ({ receivedDay }) => (receivedDay ? formatDay(receivedDay) : missingValue),
            },
            { heading: t.failed.reason, cell: reason },
          ]}
        />
      )}
      {data.total > data.rows.length ? (
        <p className="text-muted-foreground text-sm">{t.shown(data.rows.length, data.total)}</p>
      ) : null}
    </section>
  );
}
