import type { MailParams } from '#contract/mail.ts';
import type { ReportAsked } from '#contract/reports.ts';
import { utf8Bom, csvRow } from '#domain/csv.ts';
import type { MailWindow } from '#domain/mail/cadence.ts';
import type { MailLanguage } from '#domain/mail/states.ts';
import { type Actor, canOpenPage, canRead } from '#domain/permissions.ts';
import { codeInWords } from '#domain/reports/code-words.ts';
import type { ReportShape } from '#domain/reports/shape-types.ts';
import {
  isReportName,
  canFilterByLocation,
  canReadReport,
  paramsOf,
  reportShapes,
} from '#domain/reports/shapes.ts';
import { columnHeading, reportWords } from '#domain/reports/words.ts';
import type { Queryable } from '../../db/types.ts';
import type { MailAttachment } from '../../jobs/mailer.ts';
import { type ReportRun, runReport, permittedSort } from '../reports/run.ts';
import { createAmountFormats, type MailLocale } from './formats.ts';
import type { MailBlock } from './layout.ts';

/** Rows that a mail shows; the others are in its file, and in the report. */
const maxRows = 50;
/** Bytes of an attached file: what is larger is left out, for mail servers turn it away. */
export const maxFileBytes = 1_000_000;

/** A report as it was run for one reader: what a mail shows of it, and all of its rows for a file. */
export type MailedReport = Pick<
  ReportRun,
  'name' | 'by' | 'columns' | 'total' | 'totals' | 'params' | 'all'
> & {
  first: ReportRow[];
  /** By what it is sorted, and which columns are left out, where that was chosen. */
  look: { sort?: string; hide?: string };
};

type ReportRow = Readonly<Record<string, string | number | null>>;
type Column = ReportRun['columns'][number];

/** Whether somebody may read a report at all, as it is narrowed. */
export function canReadReport(actor: Actor, name: string | null, { branch }: MailParams): boolean {
  if (name === null || !isReportName(name)) return false;
  const shape = reportShapes[name];
  const isTheirs = branch === undefined || canFilterByLocation(actor, shape, branch);
  return isTheirs && canRead(actor, 'reports') && canReadReport(actor, shape);
}

/**
 * Runs a report as its reader, over the days of a window; one that is of a single day, as of its last, but what lasts how long from a
 * day on, as of today. Throws 403 and 404 where it
 * may not be read.
 */
export async function runMailedReport(
  db: Queryable,
  name: string,
  params: MailParams,
  { from, to }: Pick<MailWindow, 'from' | 'to'>,
  { today, ...asking }: { actor: Actor; now: Date; today: string; leadsWithAlt: boolean },
): Promise<MailedReport> {
  const { sort: _, ...narrowed } = params;
  // Who gets it may see less than who has scheduled it: it comes to them in its own order.
  const sort = isReportName(name) ? permittedSort(asking.actor, reportShapes[name], params) : null;
  const day = isReportName(name) && paramsOf(reportShapes[name]).includes('within') ? today : to;
  const asked: ReportAsked = { ...narrowed, from, to, day, ...(sort !== null && { sort }) };
  const look = { ...(sort !== null && { sort }), ...(params.hide !== undefined && { hide: params.hide }) };
  const run = await runReport(db, name, asked, asking);
  const { by, columns, total, totals, params: taken, all } = run;
  const first = await run.first(maxRows);
  return { name: run.name, by, columns, total, totals, params: taken, all, first, look };
}

/** Whether a report tells of days from one to another; others tell how things stood at the end of one, or how they stand. */
export const hasDayRange = ({ from }: MailedReport['params']): boolean => from !== undefined;

/** The days that a report tells of, as it was asked; today where it is asked for none. */
export const reportDays = ({ params: { from, to, day } }: Pick<MailedReport, 'params'>, today: string) =>
  from === undefined || to === undefined ? { from: day ?? today, to: day ?? today } : { from, to };

const figureTypes: ReadonlySet<string> = new Set([
  'number',
  'count',
  'quantity',
  'money',
  'price',
  'percent',
]);

/** A cell as it is read. */
function formatCell(
  { key, type }: Column,
  row: ReportRow,
  by: string,
  { language, figures }: MailLocale,
): string {
  const value = row[key];
  if (value === null || value === undefined || value === '') return '–';
  switch (key === 'label' && (by === 'day' || by === 'week' || by === 'weekday') ? by : type) {
    case 'number':
    case 'count':
      return figures.count(Number(value));
    case 'quantity':
      return figures.quantity(Number(value));
    case 'money':
      return figures.money(Number(value));
    case 'price': {
      // Where a report names a currency, its prices are in that one.
      const currency = row['currency'];
      return (typeof currency === 'string' ? createAmountFormats({ language }, currency) : figures).price(
        Number(value),
      );
    }
    case 'kind':
    case 'code':
      return codeInWords(language, type, String(value));
    case 'percent':
      return figures.percent(Number(value) / 100);
    case 'day':
    case 'week':
      return figures.day(String(value));
    case 'weekday':
      return figures.weekday(Number(value));
    case 'moment':
      return figures.moment(String(value));
    default:
      return by === 'reason' && value === '-' ? reportWords(language).noReason : String(value);
  }
}

/** The rows of a report as a table: the first of them, and the totals of all. */
export function reportTable(report: MailedReport, told: MailLocale): MailBlock[] {
  const { columns, first, total, totals, by, params } = report;
  const { words, figures, language } = told;
  if (total === 0) return [{ kind: 'text', text: hasDayRange(params) ? words.noRows : words.nothing }];
  const left = total - first.length;
  return [
    {
      kind: 'table',
      head: columns.map(({ key, type }) => ({
        text: columnHeading(reportWords(language), key, by),
        isFigure: figureTypes.has(type),
      })),
      rows: first.map((row) => columns.map((column) => formatCell(column, row, by, told))),
      foot: columns.some(({ hasTotal }) => hasTotal)
        ? [
            columns.map((column, n) =>
              n === 0 ? words.totals : column.hasTotal ? formatCell(column, totals, by, told) : '',
            ),
          ]
        : [],
    },
    ...(left > 0 ? [{ kind: 'text' as const, text: words.more(left, figures.count(left)) }] : []),
  ];
}

/**
 * All rows as a CSV file, under heads in the reader's language; null where it would be larger than `mostBytes`. Text that a
 * spreadsheet would take for a formula is none (`csvRow`).
 */
export async function reportFile(
  { columns, name, by, all }: Pick<MailedReport, 'columns' | 'name' | 'by' | 'all'>,
  { from, to }: Pick<MailWindow, 'from' | 'to'>,
  language: MailLanguage,
  mostBytes = maxFileBytes,
): Promise<MailAttachment | null> {
  const words = reportWords(language);
  const lines = [`${utf8Bom}${csvRow(columns.map(({ key }) => columnHeading(words, key, by)))}`];
  let bytes = byteLength(lines[0] ?? '');
  for await (const rows of all())
    for (const row of rows) {
      const line = csvRow(columns.map(({ key }) => row[key] ?? null));
      bytes += byteLength(line) + 2;
      if (bytes > mostBytes) return null;
      lines.push(line);
    }
  return {
    filename: `${name}-${from}-${to}.csv`,
    contentType: 'text/csv; charset=utf-8',
    content: `${lines.join('\r\n')}\r\n`,
  };
}

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/** The live report, asked and shown the same, on a page that this person may open. */
export function liveReportLink(
  actor: Actor,
  { name, by, params, look }: Pick<MailedReport, 'name' | 'by' | 'params' | 'look'>,
): { path: string; search: Record<string, string> } {
  const path = canOpenPage(actor, '/reports') ? '/reports' : '/branch-order/reports';
  return { path, search: { report: name, ...params, ...(by !== '' && { by }), ...look } };
}

/** What a report's rows can be; none where they are of their own. */
export function reportDimensions(name: string): readonly string[] {
  if (!isReportName(name)) return [];
  const shape: ReportShape = reportShapes[name];
  return shape.kind === 'grouped' ? shape.dimensions : [];
}
