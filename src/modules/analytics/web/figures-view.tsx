import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import type { AnalyticsResponse } from '../shapes.ts';
import { getDrillDown, narrowToRow, type FigureFilter, dueOrderLists } from '../drill-down.ts';
import {
  type AnalyticsDimension,
  type AnalyticsFigure,
  analyticsShapes,
  type AnalyticsView,
} from '../views.ts';
import { type Actor, canOpenPage } from '#core/permissions.ts';
import { isTimeDimension, listTimeKeys } from '#modules/reports/report-shapes.ts';
import { analyticsQuery } from './queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { BarChart } from '#platform/web/charts/bar-chart.tsx';
import type { ChartPoint } from '#platform/web/charts/chart-frame.tsx';
import { TrendChart } from '#platform/web/charts/trend-chart.tsx';
import { useTimeName } from '#platform/web/charts/use-time-name.ts';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { missingValue, formatDay } from '#platform/web/format/format.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import {
  AnalyticsSelect,
  ComparedFigure,
  LinkedFigureName,
  NoComparisonNote,
  FiguresTable,
  formatFigure,
} from './figures.tsx';
import { FailedOrdersTable } from './failed-orders.tsx';
import { analyticsMessages } from './messages.ts';
import {
  buildComparisonLink,
  buildAnalyticsLink,
  type AnalyticsFilters,
  buildReportLink,
} from './analytics-filters.ts';
import { useAnalyticsSearch } from './use-analytics-search.ts';
import type { AnalyticsAddress } from './search.ts';

type FiguresTexts = Translation<(typeof analyticsMessages)['en']>;
type Row = AnalyticsResponse['rows'][number];
type FigureKey = keyof FiguresTexts['figures'];

/** Maximum number of bars, and of table rows before "show all". */
const maxBars = 12;
const firstRows = 100;

interface FiguresViewProps {
  view: AnalyticsView;
  filters: AnalyticsFilters;
  address: AnalyticsAddress;
}

/** Shows totals, a chart of one figure by the selected dimension, and all figures as a table. */
export function FiguresView({ view, filters, address }: FiguresViewProps) {
  const t = useMessages(analyticsMessages);
  const money = useMoney();
  const user = useUser();
  const setSearch = useAnalyticsSearch();
  const shape = analyticsShapes[view];
  const figures: readonly AnalyticsFigure[] = shape.figures;
  const dimensions: readonly AnalyticsDimension[] = shape.by;
  const by = dimensions.find((each) => each === address.by) ?? shape.by[0];
  const chartFigure =
    figures.find(({ key, type }) => key === address.figure && type !== 'text') ??
    figures.find(({ key }) => key === shape.chartFigure);
  const weekday = view === 'service' && /^[1-7]$/.test(address.weekday ?? '') ? address.weekday : undefined;
  const usageScope =
    filters.branch !== undefined && address.usageScope === 'combined' ? 'combined' : undefined;
  const timeName = useTimeName(by, filters);
  const places = useQuery(branchesQuery()).data ?? [];
  const query = useQuery({
    ...analyticsQuery(view, { ...filters, by, weekday, usageScope }),
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch } = query;
  if (!data || data.view !== view || data.by !== by)
    return error ? (
      <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={10} />
    );
  // A month without waste has no rows, but its zero totals are worth showing.
  if (data.rows.length === 0 && !hasData(data.totals))
    return <EmptyState icon={ChartColumn} title={t.none} text={t.noneText} />;
  // Totals of zero mean that no data was recorded for the compared days.
  const before = data.previousTotals && hasData(data.previousTotals) ? data.previousTotals : null;
  const { from, to, branch } = filters;
  const filter: FigureFilter = { from, to, branch, weekday, usageScope };
  const isKitchen = places.some(({ _id, type }) => _id === branch && type !== 'branch');
  const getRowLink = (row: Row) => buildRowLink(user, view, by, row, filter);
  const selectedClass = view === 'stock' && by === 'item' ? address.class : undefined;
  const classRows =
    selectedClass === undefined
      ? data.rows
      : data.rows.filter(({ figures: rowFigures }) => rowFigures['class'] === selectedClass);
  const rows = address.all ? classRows : classRows.slice(0, firstRows);
  const isNarrowed = weekday !== undefined || selectedClass !== undefined;
  return (
    <>
      <ul aria-label={t.totals} className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5 lg:gap-3">
        {figures
          .filter(({ key }) => data.totals[key] !== null)
          .map(({ key, type, goodDirection }) => (
            <ComparedFigure
              key={key}
              label={t.figures[key as FigureKey]}
              value={formatFigure(type, data.totals[key], money)}
              now={data.totals[key]}
              before={before?.[key]}
              beforeText={before ? t.before(formatFigure(type, before[key], money)) : null}
              goodDirection={goodDirection}
              link={buildTotalLink(user, view, key, filter)}
            />
          ))}
      </ul>
      {data.previousPeriod && before === null ? (
        <NoComparisonNote days={data.previousPeriod} reason={t.notCompared.noData} />
      ) : null}
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        {dimensions.length > 1 ? (
          <AnalyticsSelect label={t.by} value={by} onChange={(value) => setSearch({ by: value })}>
            {dimensions.map((each) => [each, t.dimensions[each]])}
          </AnalyticsSelect>
        ) : null}
        <AnalyticsSelect
          label={t.chartLabel}
          value={chartFigure?.key ?? ''}
          onChange={(value) => setSearch({ figure: value })}
        >
          {figures.filter(({ type }) => type !== 'text').map(({ key }) => [key, t.figures[key as FigureKey]])}
        </AnalyticsSelect>
      </div>
      {usageScope !== undefined && isKitchen && view !== 'service' ? (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          {t.shownWithinBusiness}
          <Button size="sm" className="print:hidden" onClick={() => setSearch({ usageScope: undefined })}>
            {t.showOnItsOwn}
          </Button>
        </p>
      ) : null}
      {isNarrowed ? (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          {weekday === undefined
            ? t.inClass(selectedClass ?? '')
            : t.onWeekday(formatWeekday(Number(weekday), 'long'))}
          <Button
            size="sm"
            className="print:hidden"
            onClick={() => setSearch({ weekday: undefined, class: undefined })}
          >
            {t.showEverything}
          </Button>
        </p>
      ) : null}
      {data.rows.length === 0 ? <p className="text-muted-foreground text-sm">{t.none}</p> : null}
      {chartFigure && data.rows.length > 0 ? (
        <FiguresChart
          data={data}
          chartFigure={chartFigure}
          by={by}
          filters={filters}
          isCompared={before !== null}
          getRowLink={getRowLink}
        />
      ) : null}
      <FiguresTable
        label={t.table}
        file={`${view}-${filters.from}-${filters.to}`}
        rows={rows}
        all={classRows}
        getKey={({ key }) => key}
        columns={[
          {
            heading: t.dimensions[by],
            cell: (row: Row) => (
              <LinkedFigureName name={timeName(row.key, getRowLabel(t, row, by))} link={getRowLink(row)} />
            ),
            raw: (row) => getRowLabel(t, row, by),
          },
          ...(by === 'item'
            ? [
                {
                  heading: t.code,
                  cell: ({ code }: Row) => <bdi>{code ?? missingValue}</bdi>,
                  raw: ({ code }: Row) => code ?? '',
                },
              ]
            : []),
          ...figures
            .filter(({ key }) => data.rows.some((row) => row.figures[key] !== null))
            .flatMap(({ key, type }) => [
              {
                heading: t.figures[key as FigureKey],
                isNumeric: type !== 'text',
                cell: (row: Row) => (
                  <LinkedFigureName
                    name={formatFigure(type, row.figures[key], money)}
                    link={
                      key === 'class'
                        ? buildAnalyticsLink({ class: String(row.figures[key]) })
                        : row.figures[key] === null
                          ? null
                          : buildFigureLink(user, view, key, narrowToRow(by, row.key, filter))
                    }
                  />
                ),
                raw: (row: Row) => row.figures[key] ?? null,
              },
              // Compared values of all rows; the chart draws only the largest.
              ...(key === chartFigure?.key &&
              before !== null &&
              data.rows.some((row) => row.previous?.[key] != null)
                ? [
                    {
                      heading: t.before(t.figures[key as FigureKey]),
                      isNumeric: true,
                      cell: (row: Row) => formatFigure(type, row.previous?.[key], money),
                      raw: (row: Row) => row.previous?.[key] ?? null,
                    },
                  ]
                : []),
            ]),
        ]}
      />
      {classRows.length > rows.length ? (
        <p className="flex flex-wrap items-center gap-3 text-muted-foreground text-sm">
          {t.shown(rows.length, classRows.length)}
          <Button size="sm" className="print:hidden" onClick={() => setSearch({ all: true })}>
            {t.showAll(classRows.length)}
          </Button>
        </p>
      ) : null}
      {view === 'service' ? (
        <FailedOrdersTable
          filter={filter}
          list={dueOrderLists.find((each) => each === address.cell) ?? 'failed'}
        />
      ) : null}
    </>
  );
}

const hasData = (totals: AnalyticsResponse['totals']): boolean =>
  Object.values(totals).some((value) => typeof value === 'number' && value !== 0);

/** Returns the label of a row. */
function getRowLabel(t: FiguresTexts, { key, label }: Row, by: AnalyticsDimension): string {
  if (by === 'day') return formatDay(key);
  if (by === 'week') return t.weekOf(formatDay(key));
  return by === 'weekday' ? formatWeekday(Number(key), 'long') : label;
}

interface ChartProps {
  data: AnalyticsResponse;
  chartFigure: AnalyticsFigure;
  by: AnalyticsDimension;
  filters: AnalyticsFilters;
  /** Whether the compared days have data. */
  isCompared: boolean;
  getRowLink(row: Row): LinkProps | null;
}

/** Draws columns over time (a line for percentages and levels), otherwise bars, largest first. */
function FiguresChart({ data, chartFigure: { key, type }, by, filters, isCompared, getRowLink }: ChartProps) {
  const t = useMessages(analyticsMessages);
  const money = useMoney();
  const timeName = useTimeName(by, filters);
  const getValue = (figures: Row['figures'] | null) => {
    const value = figures?.[key];
    return typeof value === 'number' ? value : null;
  };
  const isLine = type === 'share' || type === 'number';
  const rowsByKey = new Map(data.rows.map((row) => [row.key, row]));
  // Days without data stay on the axis: quantities are 0, percentages and levels null.
  const rows = isTimeDimension(by)
    ? listTimeKeys(data.days.from, data.days.to, by as 'day').map(
        (timeKey): Row =>
          rowsByKey.get(timeKey) ?? {
            key: timeKey,
            label: timeKey,
            code: null,
            figures: { [key]: isLine ? null : 0 },
            previous: null,
          },
      )
    : data.rows;
  const points = rows.map(
    (row): ChartPoint => ({
      key: row.key,
      label: timeName(row.key, getRowLabel(t, row, by)),
      value: getValue(row.figures),
      ...(isCompared && { comparison: getValue(row.previous) }),
      to: getRowLink(row),
    }),
  );
  const sharedProps = {
    title: t.chart(t.figures[key as FigureKey], t.dimensions[by]),
    formatValue: (value: number) => formatFigure(type, value, money),
    comparisonTo: buildComparisonLink(filters),
    comparisonName: filters.against !== undefined && isCompared ? t.comparisons[filters.against] : undefined,
    headings: null,
  };
  if (isTimeDimension(by))
    return <TrendChart {...sharedProps} points={points} shape={isLine ? 'line' : 'columns'} />;
  const largest = points.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1));
  return <BarChart {...sharedProps} points={largest.slice(0, maxBars)} />;
}

/** Builds a link to the details of a figure; null if the user can't open them or they are already shown. */
function buildFigureLink(
  user: Actor,
  view: AnalyticsView,
  key: string,
  narrowed: FigureFilter,
): LinkProps | null {
  const drillDown = getDrillDown(view, key, narrowed);
  const { from, to, branch, weekday, usageScope } = narrowed;
  if (drillDown === null) return null;
  if (drillDown.to === 'orders')
    return buildAnalyticsLink({ from, to, branch, weekday, cell: drillDown.list });
  if (drillDown.to === 'view')
    return {
      to: '.',
      search: ({ against }: AnalyticsAddress) => ({
        ...(against && { against }),
        from,
        to,
        ...(branch && { branch }),
        ...(usageScope && { usageScope }),
        tab: drillDown.view,
        figure: drillDown.figure,
      }),
    } as LinkProps;
  const { report, by, search: reportSearch } = drillDown;
  if (by !== undefined) return buildReportLink(user, { ...reportSearch, report, by });
  return canOpenPage(user, '/reports')
    ? ({ to: '/reports', search: { report, ...reportSearch } } as LinkProps)
    : null;
}

/** Builds the link of a row: to its waste, its stock in inventory, or this view narrowed to the row. */
function buildRowLink(
  user: Actor,
  view: AnalyticsView,
  by: AnalyticsDimension,
  { key, code }: Row,
  filter: FigureFilter,
): LinkProps | null {
  const narrowed = narrowToRow(by, key, filter);
  if (by === 'reason') return buildFigureLink(user, view, 'cost', narrowed);
  if (by === 'item')
    return canOpenPage(user, '/inventory') && code
      ? ({ to: '/inventory', search: { q: code, place: filter.branch } } as LinkProps)
      : null;
  // A single day or the selected branch can't be narrowed any further.
  if (by === 'day' || (by === 'branch' && key === filter.branch))
    return buildFigureLink(user, view, view === 'wastage' ? 'cost' : 'lines', narrowed);
  const { from, to, branch, weekday, usageScope } = narrowed;
  return buildAnalyticsLink({ from, to, branch, weekday, usageScope, ...(by !== 'branch' && { by: 'day' }) });
}

/** Builds a link to the rows that make up a total. */
const buildTotalLink = (
  user: Actor,
  view: AnalyticsView,
  key: string,
  filter: FigureFilter,
): LinkProps | null =>
  view === 'service' &&
  key === 'orders' &&
  filter.weekday === undefined &&
  canOpenPage(user, '/branch-orders')
    ? ({
        to: '/branch-orders',
        search: {
          from: filter.from,
          to: filter.to,
          branch: filter.branch,
          status: 'Shipped,Received',
        },
      } as LinkProps)
    : buildFigureLink(user, view, key, filter);
