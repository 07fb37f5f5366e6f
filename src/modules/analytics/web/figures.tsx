import { Link, type LinkProps } from '@tanstack/react-router';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DayRange } from '#core/periods.ts';
import type { AnalyticsFigure } from '../views.ts';
import { canOpenPage } from '#core/permissions.ts';
import { DataHeader } from '#platform/web/charts/data-header.tsx';
import { ChangeLine, FigureCard, getMovementTone } from '#platform/web/ui/figure.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import type { CsvCell } from '#core/csv.ts';
import {
  missingValue,
  formatCount,
  formatDate,
  formatPercent,
  formatQuantity,
} from '#platform/web/format/format.ts';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { analyticsMessages } from './messages.ts';

type FigureValue = number | string | null | undefined;

/** Formats a figure for display. */
export function formatFigure(type: AnalyticsFigure['type'], value: FigureValue, money: MoneyFormat): string {
  if (value === null || value === undefined) return missingValue;
  if (type === 'text') return String(value);
  if (type === 'money') return money(Number(value));
  if (type === 'share') return formatPercent(Number(value));
  return type === 'count' ? formatCount(Number(value)) : formatQuantity(Number(value));
}

interface CardProps {
  label: string;
  value: string;
  now: FigureValue;
  before: FigureValue;
  /** The compared value as text; null without a comparison. */
  beforeText: string | null;
  goodDirection?: 'up' | 'down' | undefined;
  link?: LinkProps | null | undefined;
}

/** Shows a figure and its compared value; links to the rows it totals. */
export function ComparedFigure({ label, value, now, before, beforeText, goodDirection, link }: CardProps) {
  const direction =
    typeof now !== 'number' || typeof before !== 'number' || now === before
      ? 'same'
      : now > before
        ? 'up'
        : 'down';
  return (
    <li className="grid">
      <FigureCard label={label} figure={value} link={link}>
        {beforeText === null ? null : (
          <ChangeLine change={{ direction, tone: getMovementTone(direction, goodDirection) }}>
            {beforeText}
          </ChangeLine>
        )}
      </FigureCard>
    </li>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange(value: string): void;
  children: readonly (readonly [value: string, name: string])[];
}

/** A labelled select whose value is stored in the URL. */
export function AnalyticsSelect({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label className="flex items-center gap-2 text-muted-foreground text-sm">
      <span className="shrink-0">{label}</span>
      <Select className="w-auto" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {children.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
    </label>
  );
}

/** A name or figure, linked to its details if the user can open them. */
export function LinkedFigureName({ name, link }: { name: string; link: LinkProps | null }) {
  return link ? (
    <Link
      {...link}
      className="underline-offset-4 hover:underline touch:inline-grid touch:min-h-11 touch:min-w-11 touch:items-center"
    >
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  );
}

/** An order number, linked if the user may open orders. */
export function OrderLink({ order: { _id, orderNo } }: { order: { _id: string; orderNo: string } }) {
  const canOpen = canOpenPage(useUser(), '/branch-orders');
  return (
    <LinkedFigureName
      name={orderNo}
      link={canOpen ? { to: '/branch-orders', search: { order: _id } } : null}
    />
  );
}

/** Explains why there are no figures for the compared days. */
export function NoComparisonNote({ days, reason }: { days: DayRange; reason: string }) {
  const t = useMessages(analyticsMessages);
  return (
    <p role="note" className="flex items-start gap-2 text-muted-foreground text-sm">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {t.notCompared.text(`${formatDate(days.from)} – ${formatDate(days.to)}`, reason)}
    </p>
  );
}

interface FiguresTableProps<Row> {
  label: string;
  file: string;
  rows: readonly Row[];
  /** All rows, for the exported file. */
  all: readonly Row[];
  getKey(row: Row): string;
  columns: readonly {
    heading: string;
    isNumeric?: boolean;
    cell(row: Row): ReactNode;
    raw(row: Row): CsvCell;
  }[];
}

/** The table of a chart's data, with an export of all rows. */
export function FiguresTable<Row>({ label, file, rows, all, getKey, columns }: FiguresTableProps<Row>) {
  return (
    <section className="flex flex-col gap-2">
      <DataHeader
        title={label}
        file={file}
        headings={columns.map(({ heading }) => heading)}
        rows={all.map((row) => columns.map(({ raw }) => raw(row)))}
      />
      <FactTable label={label} rows={rows} getKey={getKey} columns={columns} />
    </section>
  );
}
