import type { ReportColumn } from '#contract/reports.ts';
import type { ReportDimension } from '#domain/reports/shapes.ts';
import type { ReportRow } from '#src/collections/reports/reports.ts';
import { absent, formatCount, formatDay, formatQuantity } from '#src/lib/format/format.ts';
import type { MoneyFormat } from '#src/lib/format/money.ts';
import { unitFor } from '#src/lib/format/unit.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import type { Translation } from '#src/lib/i18n/messages.ts';
import type { reportMessages } from './messages.ts';

export type Words = Translation<(typeof reportMessages)['en']>;

/** The head of a column; one that this dashboard does not know goes by its key. */
export function headOf(t: Words, { key }: Pick<ReportColumn, 'key'>, by: ReportDimension): string {
  if (key === 'label') return t.dimensions[by];
  const words: Readonly<Record<string, string>> = { ...t.columns, ...t.measures };
  return words[key] ?? key;
}

/** What a row is called. */
export function labelOf(t: Words, row: ReportRow, by: ReportDimension): string {
  const [key, label] = [String(row['key'] ?? ''), String(row['label'] ?? '')];
  switch (by) {
    case 'day':
      return formatDay(key);
    case 'week':
      return t.weekOf(formatDay(key));
    case 'weekday':
      return formatWeekday(Number(key), 'long');
    case 'reason':
      return key === '-' ? t.noReason : label;
    default:
      return label;
  }
}

export const isFigure = ({ type }: Pick<ReportColumn, 'type'>): boolean =>
  type === 'count' || type === 'quantity' || type === 'money';

/** A cell as it is read. */
export function cellOf(
  { type }: Pick<ReportColumn, 'type'>,
  value: string | number | null | undefined,
  money: MoneyFormat,
): string {
  if (value === null || value === undefined || value === '') return absent;
  if (type === 'money') return money(Number(value));
  if (type === 'quantity') return formatQuantity(Number(value));
  if (type === 'count') return formatCount(Number(value));
  if (type === 'day') return formatDay(String(value));
  return type === 'unit' ? unitFor(null, String(value)) : String(value);
}
