import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import type { DemandResponse } from '../shapes.ts';
import { demandQuery } from './queries.ts';
import { BarChart } from '#platform/web/charts/bar-chart.tsx';
import type { ChartPoint } from '#platform/web/charts/chart-frame.tsx';
import { HeatGrid } from '#platform/web/charts/heat-grid.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { formatCount, formatDay, formatInstant, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import { ComparedFigure, LinkedFigureName, NoComparisonNote, OrderLink, FiguresTable } from './figures.tsx';
import { analyticsMessages } from './messages.ts';
import { buildComparisonLink, buildAnalyticsLink, type AnalyticsFilters } from './analytics-filters.ts';
import type { AnalyticsAddress } from './search.ts';
import { useAnalyticsSearch } from './use-analytics-search.ts';

type Weekday = DemandResponse['weekdays'][number];

const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const weekdays = [1, 2, 3, 4, 5, 6, 7];

/**
 * Shows when orders are submitted by weekday and hour, and till sales by weekday. Each cell links to its
 * orders.
 */
export function DemandView({ filters, address }: { filters: AnalyticsFilters; address: AnalyticsAddress }) {
  const t = useMessages(analyticsMessages);
  const setSearch = useAnalyticsSearch();
  const [, weekday = '', hour] = /^([1-7]|all)(?:-(\d{1,2}))?$/.exec(address.cell ?? '') ?? [];
  const cell = weekday === '' ? null : { weekday, hour };
  const { data, error, refetch } = useQuery({
    ...demandQuery(filters, cell),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? (
      <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={10} />
    );
  const hasSales = data.weekdays.some(({ sold }) => (sold ?? 0) > 0);
  if (data.totals.orders === 0 && !hasSales)
    return <EmptyState icon={ChartColumn} title={t.none} text={t.noneText} />;
  const cellsByKey = new Map(data.cells.map((cell) => [`${cell.weekday}-${cell.hour}`, cell]));
  const orderHours = data.cells.map((cell) => cell.hour);
  const [first, last] =
    orderHours.length === 0 ? [8, 17] : [Math.min(...orderHours), Math.max(...orderHours)];
  const hours = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const formatDayName = (each: string | number) => formatWeekday(Number(each), 'long');
  const before = new Map((data.previousWeekdays ?? []).map((each) => [each.weekday, each]));
  const computePerDay = (row: Weekday | undefined, key: 'orders' | 'sold') => {
    const amount = row?.[key];
    return row === undefined || row.days === 0 || amount == null ? null : amount / row.days;
  };
  const charts = [
    { key: 'orders', title: t.demand.perDay, isCompared: data.previousTotals !== null },
    ...(hasSales
      ? [
          {
            key: 'sold' as const,
            title: t.demand.sold,
            isCompared: data.previousWeekdays?.every(({ sold }) => sold !== null) ?? false,
          },
        ]
      : []),
  ] as const;
  const drillDownTitle =
    cell === null
      ? ''
      : cell.weekday === 'all'
        ? t.demand.drillDownAll
        : cell.hour === undefined
          ? t.demand.drillDownWeekday(formatDayName(cell.weekday))
          : t.demand.drillDownCell(formatDayName(cell.weekday), formatHour(Number(cell.hour)));
  const formatRounded = (value: number) => formatQuantity(Math.round(value * 10) / 10);
  return (
    <>
      <ul aria-label={t.totals} className="grid grid-cols-2 gap-2 lg:grid-cols-4 lg:gap-3">
        {(['orders', 'lines'] as const).map((key) => (
          <ComparedFigure
            key={key}
            label={t.demand[key]}
            value={formatCount(data.totals[key])}
            now={data.totals[key]}
            before={data.previousTotals?.[key]}
            beforeText={data.previousTotals ? t.before(formatCount(data.previousTotals[key])) : null}
            link={buildAnalyticsLink({ cell: 'all' })}
          />
        ))}
      </ul>
      {data.previousPeriod && data.previousTotals === null ? (
        <NoComparisonNote days={data.previousPeriod} reason={t.notCompared.orders} />
      ) : null}
      {data.previousPeriod &&
      hasSales &&
      charts.some(({ key, isCompared }) => key === 'sold' && !isCompared) ? (
        <NoComparisonNote days={data.previousPeriod} reason={t.notCompared.sales} />
      ) : null}
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold text-sm">{t.demand.grid}</h2>
        <p className="text-muted-foreground text-sm print:hidden">{t.demand.open}</p>
        <HeatGrid
          label={t.demand.grid}
          corner={t.demand.weekday}
          rows={weekdays.map((day) => ({ key: String(day), name: formatWeekday(day, 'short') }))}
          columns={hours.map((each) => ({ key: String(each), name: formatHour(each).slice(0, 2) }))}
          getValue={(day, each) => cellsByKey.get(`${day}-${each}`)?.orders ?? 0}
          formatValue={formatCount}
          describeCell={(day, each) =>
            t.demand.cell(
              formatDayName(day),
              formatHour(Number(each)),
              cellsByKey.get(`${day}-${each}`)?.orders ?? 0,
            )
          }
          selected={cell?.hour === undefined ? null : { row: cell.weekday, column: cell.hour }}
          onSelect={(day, each) => setSearch({ cell: `${day}-${each}` })}
        />
      </section>
      {cell && data.orders ? (
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold text-sm">{drillDownTitle}</h2>
          <p className="text-muted-foreground text-sm">
            {t.demand.inAll(data.listedTotals?.orders ?? 0, data.listedTotals?.lines ?? 0)}
            {(data.listedTotals?.orders ?? 0) > data.orders.length
              ? ` ${t.shown(data.orders.length, data.listedTotals?.orders ?? 0)}`
              : ''}
          </p>
          <FactTable
            label={drillDownTitle}
            rows={data.orders}
            getKey={({ _id }) => _id}
            columns={[
              {
                heading: t.failed.order,
                cell: (order: NonNullable<typeof data.orders>[number]) => <OrderLink order={order} />,
              },
              { heading: t.branch, cell: ({ branchName }) => <bdi>{branchName}</bdi> },
              { heading: t.demand.at, cell: ({ at }) => formatInstant(at) },
              { heading: t.demand.lines, isNumeric: true, cell: ({ lines }) => formatCount(lines) },
            ]}
          />
        </section>
      ) : null}
      {cell && hasSales && data.sales && data.sales.length > 0 ? (
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold text-sm">{t.demand.soldOn}</h2>
          <FactTable
            label={t.demand.soldOn}
            rows={data.sales}
            getKey={({ day }) => day}
            columns={[
              {
                heading: t.dimensions.day,
                cell: ({ day }: NonNullable<typeof data.sales>[number]) => formatDay(day),
              },
              { heading: t.menu.sold, isNumeric: true, cell: ({ sold }) => formatQuantity(sold) },
            ]}
          />
        </section>
      ) : null}
      {charts.map(({ key, title, isCompared }) => (
        <BarChart
          key={key}
          title={title}
          points={data.weekdays.map(
            (each): ChartPoint => ({
              key: String(each.weekday),
              label: formatDayName(each.weekday),
              value: computePerDay(each, key),
              comparison: isCompared ? computePerDay(before.get(each.weekday), key) : null,
              to: buildAnalyticsLink({ cell: String(each.weekday) }),
            }),
          )}
          formatValue={formatRounded}
          comparisonTo={buildComparisonLink(filters)}
          comparisonName={
            isCompared && filters.against !== undefined ? t.comparisons[filters.against] : undefined
          }
          headings={null}
        />
      ))}
      <FiguresTable
        label={t.table}
        file={`demand-${filters.from}-${filters.to}`}
        rows={data.weekdays}
        all={data.weekdays}
        getKey={({ weekday: day }) => String(day)}
        columns={[
          {
            heading: t.demand.weekday,
            cell: ({ weekday: day }: Weekday) => (
              <LinkedFigureName name={formatDayName(day)} link={buildAnalyticsLink({ cell: String(day) })} />
            ),
            raw: ({ weekday: day }) => formatDayName(day),
          },
          {
            heading: t.days,
            isNumeric: true,
            cell: ({ days }) => formatCount(days),
            raw: ({ days }) => days,
          },
          ...charts.flatMap(({ key, isCompared }) => {
            const heading = key === 'orders' ? t.demand.orders : t.menu.sold;
            return [
              {
                heading,
                isNumeric: true,
                cell: (each: Weekday) => (
                  <LinkedFigureName
                    name={formatQuantity(each[key])}
                    link={buildAnalyticsLink({ cell: String(each.weekday) })}
                  />
                ),
                raw: (each: Weekday) => each[key],
              },
              ...(isCompared
                ? [
                    {
                      heading: t.before(heading),
                      isNumeric: true,
                      cell: ({ weekday: day }: Weekday) => formatQuantity(before.get(day)?.[key] ?? null),
                      raw: ({ weekday: day }: Weekday) => before.get(day)?.[key] ?? null,
                    },
                  ]
                : []),
            ];
          }),
        ]}
      />
    </>
  );
}
