import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { isTime, timeKeys } from '#domain/reports/shapes.ts';
import type { Report, ReportRow } from '#src/collections/reports/reports.ts';
import { cn } from '#src/lib/cn.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { behind, here, type Question, type ReportAddress } from './question.ts';
import { cellOf, headOf, labelOf, useReportWords } from './words.ts';

interface Bar {
  key: string;
  label: string;
  value: number;
  said: string;
  /** The rest of all rows together opens nothing. */
  address: ReportAddress | null;
}

interface ReportChartProps {
  report: Report;
  question: Question;
  /** The measure that is drawn. */
  measure: string;
}

/** More bars than these are not told apart; the others stand together in the last one. */
const mostBars = 12;

/**
 * The picture of a report: its rows as bars with their figures beside them, over time as columns with an axis. It says
 * nothing by colour alone; every bar opens what stands behind it, and the table below has the same figures.
 */
export function ReportChart({ report, question, measure }: ReportChartProps) {
  const t = useReportWords();
  const money = useMoney();
  const { by } = question;
  const column = report.columns.find(({ key }) => key === measure);
  if (!column || by === 'document' || report.rows.length === 0) return null;
  const say = (value: number) => cellOf(column, value, money);
  const barOf = (row: ReportRow): Bar => ({
    key: String(row['key']),
    label: labelOf(t, row, by),
    value: Number(row[measure] ?? 0),
    said: say(Number(row[measure] ?? 0)),
    address: behind(question, String(row['key'])),
  });
  const title = t.chart(headOf(t, column, by), t.dimensions[by]);
  if (isTime(by)) {
    const found = new Map(report.rows.map((row) => [String(row['key']), row]));
    const bars = timeKeys(question.params.from, question.params.to, by as 'day').map((key) =>
      barOf(found.get(key) ?? { key, label: key }),
    );
    return <Columns title={title} bars={bars} say={say} />;
  }
  const largest = report.rows.toSorted((a, b) => Number(b[measure] ?? 0) - Number(a[measure] ?? 0));
  const bars = largest.slice(0, mostBars).map(barOf);
  const others = report.total - bars.length;
  // Those of several items overlap: one order holds many of them.
  const rest = (report.totals[measure] ?? 0) - bars.reduce((sum, { value }) => sum + value, 0);
  if (others > 0 && measure !== 'orders')
    bars.push({
      key: '',
      label: t.rest(others, formatCount(others)),
      value: rest,
      said: say(rest),
      address: null,
    });
  return <Bars title={title} bars={bars} />;
}

interface BarsProps {
  title: string;
  bars: readonly Bar[];
}

/** Lying bars with their names and figures, the longest first. */
function Bars({ title, bars }: BarsProps) {
  const t = useReportWords();
  // Many small ones together would make every single one look like nothing.
  const most = Math.max(...bars.map(({ address, value }) => (address ? value : 0)), 0);
  return (
    <figure className="rounded-lg border bg-card p-4 print:break-inside-avoid">
      <figcaption className="pb-2 font-semibold text-sm">{title}</figcaption>
      <ul className="-mx-1 flex flex-col gap-1">
        {bars.map((bar) => {
          const content = (
            <>
              <span className="truncate text-left [unicode-bidi:plaintext] rtl:text-right" title={bar.label}>
                {bar.label}
              </span>
              <span
                aria-hidden="true"
                className={cn(
                  'h-4 rounded-sm max-sm:order-last max-sm:col-span-2',
                  bar.address && 'bg-muted',
                )}
              >
                {bar.address ? (
                  <span
                    className="block h-full min-w-px rounded-sm border border-primary bg-primary/70 [print-color-adjust:exact]"
                    style={{ width: `${most > 0 ? (bar.value / most) * 100 : 0}%` }}
                  />
                ) : null}
              </span>
              <span className="text-end tabular-nums">{bar.said}</span>
            </>
          );
          const look =
            'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 rounded-sm px-1 py-0.5 text-sm sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_5rem] lg:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_6rem]';
          return (
            <li key={bar.key}>
              {bar.address ? (
                <Link
                  {...here(bar.address)}
                  aria-label={t.bar(bar.label, bar.said)}
                  className={`${look} hover:bg-accent/50 touch:min-h-11`}
                >
                  {content}
                </Link>
              ) : (
                <span className={look}>{content}</span>
              )}
            </li>
          );
        })}
      </ul>
    </figure>
  );
}

interface ColumnsProps extends BarsProps {
  say(value: number): string;
}

/** Standing bars over time, with an axis; one stop for the keyboard, arrows go from bar to bar. */
function Columns({ title, bars, say }: ColumnsProps) {
  const t = useReportWords();
  const list = useRef<HTMLDivElement>(null);
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const [at, setAt] = useState(bars.length - 1);
  const current = Math.min(at, bars.length - 1);
  const shown = bars[current];
  const walk = (event: KeyboardEvent) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: isRtl ? -1 : 1,
      ArrowLeft: isRtl ? 1 : -1,
      Home: -bars.length,
      End: bars.length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(bars.length - 1, current + step));
    setAt(next);
    list.current?.querySelectorAll<HTMLElement>('a')[next]?.focus();
  };
  return (
    <figure className="rounded-lg border bg-card p-4 print:break-inside-avoid">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 pb-2 text-sm">
        <span className="font-semibold">{title}</span>
        <span aria-hidden="true" className="text-muted-foreground tabular-nums">
          {shown ? t.bar(shown.label, shown.said) : null}
        </span>
      </figcaption>
      <div className="flex gap-2">
        <div
          aria-hidden="true"
          className="flex h-44 shrink-0 flex-col justify-between text-end text-muted-foreground text-xs tabular-nums"
        >
          <span>{say(most)}</span>
          <span>{say(0)}</span>
        </div>
        <div
          ref={list}
          role="group"
          aria-label={`${title}. ${t.howToRead}`}
          onKeyDown={walk}
          className="flex h-44 min-w-0 flex-1 items-end gap-px border-t border-b border-dashed sm:gap-0.5"
        >
          {bars.map((bar, index) => (
            <Link
              key={bar.key}
              {...here(bar.address ?? {})}
              tabIndex={index === current ? 0 : -1}
              aria-label={t.bar(bar.label, bar.said)}
              onFocus={() => setAt(index)}
              onPointerEnter={() => setAt(index)}
              className="group flex h-full min-w-0 flex-1 items-end"
            >
              <span
                className="block w-full rounded-t-sm border-primary bg-primary/70 group-hover:bg-primary group-focus:bg-primary [print-color-adjust:exact]"
                style={{
                  height: `${most > 0 ? (bar.value / most) * 100 : 0}%`,
                  borderTopWidth: bar.value > 0 ? 2 : 0,
                }}
              />
            </Link>
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="flex justify-between gap-4 ps-10 pt-1 text-muted-foreground text-xs">
        <span>{bars[0]?.label}</span>
        <span className="text-end">{bars.at(-1)?.label}</span>
      </div>
    </figure>
  );
}
