import type { LinkProps } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isTimeDimension, listTimeKeys } from '../report-shapes.ts';
import type { ReportColumnShape, RowsShape } from '#platform/reports/shape-types.ts';
import type { ReportResponse } from '../shapes.ts';
import type { ReportTableRow } from './queries/reports.ts';
import type { ChartPoint } from '#platform/web/charts/chart-frame.tsx';
import { useTimeName } from '#platform/web/charts/use-time-name.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { formatCount } from '#platform/web/format/format.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { buildDrillDownAddress, linkWithinReport, type GroupedReportQuery } from './report-address.ts';
import { formatReportCell, getColumnHeading, getRowLabel, useReportLabels } from './report-labels.ts';

/** Chart code is loaded with the first chart. */
const BarChart = lazyView(async () => (await import('#platform/web/charts/bar-chart.tsx')).BarChart);
const TrendChart = lazyView(async () => (await import('#platform/web/charts/trend-chart.tsx')).TrendChart);

/** Maximum number of bars; the remaining rows are combined in the last one. */
const maxBars = 12;

/** Key of the combined rows. They have no link, and no bar because it would dwarf the others. */
const othersKey = '';
const keysWithoutBar: ReadonlySet<string> = new Set([othersKey]);

interface GroupedChartProps {
  report: ReportResponse;
  request: GroupedReportQuery;
  /** Measure to draw. */
  measure: string;
}

/**
 * Chart of a grouped report: the largest rows as bars, time as columns or, for percentages, as a line. Points
 * link to the documents; the table below contains the same values.
 */
export function GroupedChart({ report, request, measure }: GroupedChartProps) {
  const t = useReportLabels();
  const currency = useBaseCurrency();
  const { by, params } = request;
  const timeName = useTimeName(by, params);
  const column = report.columns.find(({ key }) => key === measure);
  if (!column || by === 'document' || report.rows.length === 0) return null;
  const toPoint = (row: ReportTableRow): ChartPoint => ({
    key: String(row['key']),
    label: timeName(String(row['key']), getRowLabel(t, row, by)),
    value: getNumericCell(row, measure),
    to: linkWithinReport(buildDrillDownAddress(request, String(row['key']))),
  });
  const chartProps = {
    title: t.chart(getColumnHeading(t, column, by), t.dimensions[by]),
    formatValue: (value: number) => formatReportCell(column, value, currency),
    headings: null,
  };
  if (isTimeDimension(by)) {
    const rowsByKey = new Map(report.rows.map((row) => [String(row['key']), row]));
    const isShare = column.type === 'percent';
    const points = listTimeKeys(request.params.from, request.params.to, by as 'day').map((key) => {
      const row = rowsByKey.get(key) ?? { key, label: key };
      const point = toPoint(row);
      return isShare ? point : { ...point, value: point.value ?? 0 };
    });
    return (
      <Suspense fallback={<ChartPlaceholder />}>
        <TrendChart {...chartProps} points={points} shape={isShare ? 'line' : 'columns'} />
      </Suspense>
    );
  }
  const points = sortByLargest(report.rows, measure).slice(0, maxBars).map(toPoint);
  const otherCount = report.total - points.length;
  // Order counts overlap between items and percentages don't add up, so neither is combined.
  if (otherCount > 0 && measure !== 'orders' && column.type !== 'percent')
    points.push({
      key: othersKey,
      label: t.others(otherCount, formatCount(otherCount)),
      value: (report.totals[measure] ?? 0) - points.reduce((sum, { value }) => sum + (value ?? 0), 0),
    });
  return (
    <Suspense fallback={<ChartPlaceholder />}>
      <BarChart {...chartProps} points={points} keysWithoutBar={keysWithoutBar} />
    </Suspense>
  );
}

interface RowsChartProps {
  report: ReportResponse;
  shape: RowsShape;
  /** Whether the largest rows are loaded: no rows were cut off, or the rows are sorted by the measure. */
  hasLargest: boolean;
  getLink(row: ReportTableRow, link: ReportColumnShape['link']): LinkProps | null;
}

/** Chart of a row report: its largest rows, linked like their names in the table. */
export function RowsChart({ report, shape, hasLargest, getLink }: RowsChartProps) {
  const t = useReportLabels();
  const currency = useBaseCurrency();
  const { chart } = shape;
  const column = report.columns.find(({ key }) => key === chart?.measure);
  const name = shape.columns.find(({ key }) => key === chart?.label);
  if (!chart || !column || !name || !hasLargest || report.rows.length < 2) return null;
  const points = sortByLargest(report.rows, chart.measure)
    .slice(0, maxBars)
    .map(
      (row): ChartPoint => ({
        key: String(row['key']),
        label: [row[name.key], row['place']]
          .filter((part, n) => part && (n === 0 || name.key !== 'place'))
          .join(' · '),
        value: getNumericCell(row, chart.measure),
        to: getLink(row, name.link),
      }),
    );
  return (
    <Suspense fallback={<ChartPlaceholder />}>
      <BarChart
        title={t.chart(getColumnHeading(t, column, ''), getColumnHeading(t, name, ''))}
        points={points}
        formatValue={(value) => formatReportCell(column, value, currency)}
        headings={null}
      />
    </Suspense>
  );
}

const ChartPlaceholder = () => <Skeleton className="h-72 rounded-lg" />;

/** Returns the numeric value of a cell; null if unknown. */
const getNumericCell = (row: ReportTableRow, key: string): number | null =>
  typeof row[key] === 'number' ? row[key] : null;

const sortByLargest = (rows: readonly ReportTableRow[], key: string): ReportTableRow[] =>
  rows.toSorted((a, b) => Number(b[key] ?? 0) - Number(a[key] ?? 0));
