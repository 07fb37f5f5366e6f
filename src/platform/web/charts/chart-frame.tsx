import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { FactTable } from '#platform/web/ui/table.tsx';
import type { Movement } from '#platform/web/ui/figure.tsx';
import type { CsvCell } from '#core/csv.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DownloadDataButton } from './data-header.tsx';
import { chartMessages } from './messages.ts';

/** One point of a chart: a day, a branch, a dish. */
export interface ChartPoint {
  key: string;
  label: string;
  /** Null if unknown; the chart then has a gap. */
  value: number | null;
  /** The comparison value. */
  comparison?: number | null;
  /** Colour of its bar; the accent colour by default. */
  tone?: Movement['tone'];
  /** Link to the point's details; none if the user may not open it. */
  to?: LinkProps | null;
}

/** Props shared by all charts. */
export interface ChartProps {
  title: string;
  points: readonly ChartPoint[];
  /** Formats a value for the axis and for points. */
  formatValue(value: number): string;
  /** Name of the comparison, for example `The period before`. If omitted, there is no comparison. */
  comparisonName?: string | undefined;
  /** Link to the comparison data alone. */
  comparisonTo?: LinkProps | null | undefined;
  /** Column headers of the chart's data table, for points and values. Null: the page already has a table. */
  headings: { point: string; value: string; file: string } | null;
}

/** Returns a function that describes a point as text. */
export function usePointText({
  formatValue,
  comparisonName,
}: Pick<ChartProps, 'formatValue' | 'comparisonName'>) {
  const t = useMessages(chartMessages);
  return ({ label, value, comparison }: ChartPoint): string => {
    const valueText = value === null ? '–' : formatValue(value);
    return comparisonName === undefined || comparison === undefined || comparison === null
      ? t.point(label, valueText)
      : t.pointWithComparison(label, valueText, comparisonName, formatValue(comparison));
  };
}

/** Returns the number of points that a key moves by. */
const getStep = (key: string, count: number, isRtl: boolean): number | undefined => {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: isRtl ? -1 : 1,
    ArrowLeft: isRtl ? 1 : -1,
    ArrowDown: 1,
    ArrowUp: -1,
    Home: -count,
    End: count,
  };
  return steps[key];
};

/** Tracks the active point by keyboard or pointer; Enter opens it. */
export function usePointNavigation(points: readonly Pick<ChartPoint, 'to'>[]) {
  const navigate = useNavigate();
  const [selectedIndex, setActiveIndex] = useState<number | null>(null);
  const activeIndex = selectedIndex === null ? null : Math.min(selectedIndex, points.length - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = getStep(event.key, points.length, isRtl);
    const link = activeIndex === null ? null : points[activeIndex]?.to;
    if (event.key === 'Enter' && link && event.target === event.currentTarget) {
      event.preventDefault();
      void navigate(link as never);
    }
    if (step === undefined) return;
    event.preventDefault();
    const startIndex = activeIndex ?? (step > 0 ? -1 : points.length);
    setActiveIndex(Math.max(0, Math.min(points.length - 1, startIndex + step)));
  };
  return { activeIndex, setActiveIndex, onKeyDown };
}

/** Legend of the comparison; links to the comparison data. */
export function ComparisonLegend({
  comparisonName,
  comparisonTo,
  mark,
}: Pick<ChartProps, 'comparisonName' | 'comparisonTo'> & { mark: string }) {
  const labelClass = 'flex items-center gap-1.5 text-muted-foreground text-xs';
  const content = (
    <>
      <span aria-hidden="true" className={mark} />
      {comparisonName}
    </>
  );
  return comparisonTo ? (
    <Link {...comparisonTo} className={`${labelClass} underline-offset-4 hover:underline touch:min-h-11`}>
      {content}
    </Link>
  ) : (
    <span aria-hidden="true" className={labelClass}>
      {content}
    </span>
  );
}

interface ChartFrameProps {
  title: string;
  /** Description of the active point. */
  description: string | null;
  legend?: ReactNode;
  children: ReactNode;
  table: ChartTable | null;
}

/** The data of a chart as a table: `texts` for display, `cells` for the file. */
export interface ChartTable {
  file: string;
  headings: readonly string[];
  rows: readonly { key: string; texts: readonly string[]; cells: readonly CsvCell[] }[];
}

/** Frame of every chart: title, description of the active point, and the data as a table and a download. */
export function ChartFrame({ title, description, legend, table, children }: ChartFrameProps) {
  const t = useMessages(chartMessages);
  return (
    <figure className="flex min-w-0 flex-col rounded-lg border bg-card p-4 print:break-inside-avoid">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-2 text-sm">
        <span className="font-semibold">{title}</span>
        {legend}
      </figcaption>
      <p role="status" className="min-h-[1lh] pb-1 text-muted-foreground text-sm tabular-nums print:hidden">
        {description}
      </p>
      {children}
      {table ? (
        <details className="pt-2 print:hidden">
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-muted-foreground text-sm touch:min-h-11">
            {t.table}
            <span className="sr-only">: {title}</span>
          </summary>
          <div className="flex max-h-80 flex-col gap-2 overflow-y-auto pt-2">
            <DownloadDataButton
              file={table.file}
              headings={table.headings}
              rows={table.rows.map(({ cells }) => cells)}
              className="self-start"
            />
            <FactTable
              label={title}
              rows={table.rows}
              getKey={({ key }) => key}
              columns={table.headings.map((heading, index) => ({
                heading,
                isNumeric: index > 0,
                cell: ({ texts }: ChartTable['rows'][number]) => <bdi>{texts[index]}</bdi>,
              }))}
            />
          </div>
        </details>
      ) : null}
    </figure>
  );
}

/** Builds the data table of single-value points and their comparison. */
export function buildChartTable({
  points,
  formatValue,
  comparisonName,
  headings,
}: ChartProps): ChartTable | null {
  if (headings === null) return null;
  const textOrDash = (value: number | null | undefined) => (value == null ? '–' : formatValue(value));
  return {
    file: headings.file,
    headings: [headings.point, headings.value, ...(comparisonName === undefined ? [] : [comparisonName])],
    rows: points.map(({ key, label, value, comparison = null }) => ({
      key,
      texts: [label, textOrDash(value), ...(comparisonName === undefined ? [] : [textOrDash(comparison)])],
      cells: [label, value, ...(comparisonName === undefined ? [] : [comparison])],
    })),
  };
}
