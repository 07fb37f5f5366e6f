import type { MailParams } from '../input.ts';
import type { ReportQueryInput } from '#modules/reports/input.ts';
import { formatCsvLines, toCsv } from '#core/csv.ts';
import type { MailWindow } from '../cadence.ts';
import type { MailLanguage } from '../states.ts';
import { type Actor, canOpenPage, canRead } from '#core/permissions.ts';
import { getCodeLabel } from '#modules/reports/code-labels.ts';
import type { ReportShape } from '#platform/reports/shape-types.ts';
import {
  isReportName,
  canFilterByLocation,
  canReadReport,
  getReportParams,
  reportShapes,
} from '#modules/reports/report-shapes.ts';
import { resolveColumnHeading, getReportStrings } from '#modules/reports/strings.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { MailAttachment } from '#platform/server/jobs/mailer.ts';
import { type ReportRun, runReport, getPermittedSort } from '#modules/reports/server/run.ts';
import { createAmountFormats, type MailLocale } from './formats.ts';
import type { MailBlock } from './layout.ts';

/** Maximum number of rows in an email; the attached file and the report contain all rows. */
const maxRows = 50;
/** Maximum size of an attachment in bytes; larger ones are omitted, since mail servers may reject them. */
export const maxAttachmentBytes = 1_000_000;

/** A report that was run for one reader: the part shown in the email, and all rows for the file. */
export type MailedReport = Pick<
  ReportRun,
  'name' | 'by' | 'columns' | 'total' | 'totals' | 'params' | 'all'
> & {
  firstRows: ReportRow[];
  /** Chosen sort column and hidden columns. */
  display: { sort?: string; hide?: string };
};

type ReportRow = Readonly<Record<string, string | number | null>>;
type Column = ReportRun['columns'][number];

/** Whether a user may read a report with these parameters. */
export function canReadMailedReport(actor: Actor, name: string | null, { branch }: MailParams): boolean {
  if (name === null || !isReportName(name)) return false;
  const shape = reportShapes[name];
  const isLocationAllowed = branch === undefined || canFilterByLocation(actor, shape, branch);
  return isLocationAllowed && canRead(actor, 'reports') && canReadReport(actor, shape);
}

/**
 * Runs a report with the reader's permissions for the days of a window. Reports for a single day use the last
 * day of the window; forward-looking reports use today.
 *
 * @throws ApiProblem 403, 404
 */
export async function runMailedReport(
  db: Queryable,
  name: string,
  params: MailParams,
  { from, to }: Pick<MailWindow, 'from' | 'to'>,
  { today, ...options }: { actor: Actor; now: Date; today: string; prefersAltName: boolean },
): Promise<MailedReport> {
  const { sort: _, ...filters } = params;
  // The reader may see fewer columns than the owner; if the sort column isn't among them, the default order
  // is used.
  const sort = isReportName(name) ? getPermittedSort(options.actor, reportShapes[name], params) : null;
  const day = isReportName(name) && getReportParams(reportShapes[name]).includes('within') ? today : to;
  const query: ReportQueryInput = { ...filters, from, to, day, ...(sort !== null && { sort }) };
  const display = { ...(sort !== null && { sort }), ...(params.hide !== undefined && { hide: params.hide }) };
  const run = await runReport(db, name, query, options);
  const { by, columns, total, totals, params: appliedParams, all } = run;
  const firstRows = await run.first(maxRows);
  return { name: run.name, by, columns, total, totals, params: appliedParams, all, firstRows, display };
}

/** Returns whether a report covers a range of days; others show a single day or the current state. */
export const hasDayRange = ({ from }: MailedReport['params']): boolean => from !== undefined;

/** Returns the days that a report covers; today if it has none. */
export const getMailedReportDays = (
  { params: { from, to, day } }: Pick<MailedReport, 'params'>,
  today: string,
) => (from === undefined || to === undefined ? { from: day ?? today, to: day ?? today } : { from, to });

const numericTypes: ReadonlySet<string> = new Set([
  'number',
  'count',
  'quantity',
  'money',
  'price',
  'percent',
]);

function formatCell(
  { key, type }: Column,
  row: ReportRow,
  by: string,
  { language, formats }: MailLocale,
): string {
  const value = row[key];
  if (value === null || value === undefined || value === '') return '–';
  switch (key === 'label' && (by === 'day' || by === 'week' || by === 'weekday') ? by : type) {
    case 'number':
    case 'count':
      return formats.count(Number(value));
    case 'quantity':
      return formats.quantity(Number(value));
    case 'money':
      return formats.money(Number(value));
    case 'price': {
      // Prices of a row with a currency are in that currency.
      const currency = row['currency'];
      return (typeof currency === 'string' ? createAmountFormats({ language }, currency) : formats).price(
        Number(value),
      );
    }
    case 'kind':
    case 'code':
      return getCodeLabel(language, type, String(value));
    case 'percent':
      return formats.percent(Number(value) / 100);
    case 'day':
    case 'week':
      return formats.day(String(value));
    case 'weekday':
      return formats.weekday(Number(value));
    case 'moment':
      return formats.moment(String(value));
    default:
      return by === 'reason' && value === '-' ? getReportStrings(language).noReason : String(value);
  }
}

/** Returns a report as a table of its first rows, with totals over all rows. */
export function buildReportTable(report: MailedReport, locale: MailLocale): MailBlock[] {
  const { columns, firstRows, total, totals, by, params } = report;
  const { texts, formats, language } = locale;
  if (total === 0) return [{ kind: 'text', text: hasDayRange(params) ? texts.noRows : texts.nothing }];
  const omittedCount = total - firstRows.length;
  return [
    {
      kind: 'table',
      header: columns.map(({ key, type }) => ({
        text: resolveColumnHeading(getReportStrings(language), key, by),
        isNumeric: numericTypes.has(type),
      })),
      rows: firstRows.map((row) => columns.map((column) => formatCell(column, row, by, locale))),
      foot: columns.some(({ hasTotal }) => hasTotal)
        ? [
            columns.map((column, index) =>
              index === 0 ? texts.totals : column.hasTotal ? formatCell(column, totals, by, locale) : '',
            ),
          ]
        : [],
    },
    ...(omittedCount > 0
      ? [{ kind: 'text' as const, text: texts.more(omittedCount, formats.count(omittedCount)) }]
      : []),
  ];
}

/**
 * Returns all rows as CSV with headings in the reader's language; null if larger than `maxBytes`. Formulas
 * are neutralized (`formatCsvLines`).
 */
export async function buildReportAttachment(
  { columns, name, by, all }: Pick<MailedReport, 'columns' | 'name' | 'by' | 'all'>,
  { from, to }: Pick<MailWindow, 'from' | 'to'>,
  language: MailLanguage,
  maxBytes = maxAttachmentBytes,
): Promise<MailAttachment | null> {
  const texts = getReportStrings(language);
  let content = toCsv([columns.map(({ key }) => resolveColumnHeading(texts, key, by))]);
  let bytes = byteLength(content);
  for await (const rows of all()) {
    const lines = formatCsvLines(rows.map((row) => columns.map(({ key }) => row[key] ?? null)));
    bytes += byteLength(lines);
    if (bytes > maxBytes) return null;
    content += lines;
  }
  return {
    filename: `${name}-${from}-${to}.csv`,
    contentType: 'text/csv; charset=utf-8',
    content,
  };
}

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/** Returns a link to the live report with the same parameters, on a page that the user may open. */
export function buildLiveReportLink(
  actor: Actor,
  { name, by, params, display }: Pick<MailedReport, 'name' | 'by' | 'params' | 'display'>,
): { path: string; search: Record<string, string> } {
  const path = canOpenPage(actor, '/reports') ? '/reports' : '/branch-order/reports';
  return { path, search: { report: name, ...params, ...(by !== '' && { by }), ...display } };
}

/** Returns the dimensions by which a report can be grouped; empty for reports with fixed rows. */
export function getReportDimensions(name: string): readonly string[] {
  if (!isReportName(name)) return [];
  const shape: ReportShape = reportShapes[name];
  return shape.kind === 'grouped' ? shape.dimensions : [];
}
