import type { ReportColumn } from '../shapes.ts';
import type { ReportDimension } from '#platform/reports/shape-types.ts';
import { resolveColumnHeading, type ReportStrings, getReportStrings } from '../strings.ts';
import type { ReportTableRow } from './queries/reports.ts';
import {
  missingValue,
  formatCount,
  formatInstant,
  formatDay,
  formatPercent,
  formatQuantity,
} from '#platform/web/format/format.ts';
import { type CurrencyCode, formatPrice, getMoneyFormat } from '#platform/web/format/money.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import { reportMessages } from './messages.ts';

export type ReportLabels = Translation<(typeof reportMessages)['en']> & ReportStrings;

/** Returns the labels of this screen and of the reports. */
export function useReportLabels(): ReportLabels {
  return { ...getReportStrings(useLocale()), ...useMessages(reportMessages) };
}

/** Returns a column heading; an unknown column shows its key. */
export function getColumnHeading(t: ReportLabels, { key }: Pick<ReportColumn, 'key'>, by: string): string {
  return resolveColumnHeading(t, key, by);
}

/** Returns the label of a row. */
export function getRowLabel(t: ReportLabels, row: ReportTableRow, by: ReportDimension): string {
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

export const isNumericColumn = ({ type }: Pick<ReportColumn, 'type'>): boolean =>
  ['number', 'count', 'quantity', 'money', 'price', 'percent'].includes(type);

/** Formats a cell in the business's currency. A supplier's price is in the currency given in its row. */
export function formatReportCell(
  { type }: Pick<ReportColumn, 'type'>,
  value: string | number | null | undefined,
  currency: CurrencyCode,
  row?: ReportTableRow,
): string {
  if (value === null || value === undefined || value === '') return missingValue;
  if (type === 'money') return getMoneyFormat(currency)(Number(value));
  if (type === 'price')
    return formatPrice(Number(value), row?.['currency'] ? String(row['currency']) : currency);
  if (type === 'percent') return formatPercent(Number(value) / 100);
  if (type === 'quantity')
    return formatQuantity(Number(value), row?.['unit'] ? String(row['unit']) : undefined);
  if (type === 'count' || type === 'number') return formatCount(Number(value));
  if (type === 'day') return formatDay(String(value));
  if (type === 'moment') return formatInstant(String(value));
  return type === 'unit' ? formatUnitName(null, String(value)) : String(value);
}
