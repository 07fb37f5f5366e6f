import type { LinkProps } from '@tanstack/react-router';
import { addDays } from '#domain/planning/cutoff.ts';
import { isPeriod, type Period, periodDays } from '#domain/reports/periods.ts';
import {
  addressFieldsOf,
  type GroupedName,
  isGroupedName,
  mostReportDays,
  paramsOf,
  type ReportName,
} from '#domain/reports/shapes.ts';
import { groupedShapes } from '#domain/reports/grouped-shapes.ts';
import type { ReportDimension, ReportParam, ReportShape, RowsShape } from '#domain/reports/shape-types.ts';
import type { Report, ReportParams } from '#src/collections/reports/reports.ts';

/** What the address of the reports holds. */
export type ReportAddress = Partial<
  Record<
    | 'report'
    | 'view'
    | 'by'
    | 'period'
    | 'from'
    | 'to'
    | 'day'
    | 'within'
    | 'branch'
    | 'item'
    | 'category'
    | 'supplier'
    | 'reason'
    | 'weekday'
    | 'kind'
    | 'basis'
    | 'sort'
    | 'hide',
    string | undefined
  >
> & { all?: true };

/** A report and what it is asked; what the address says wrongly is as if it said nothing. */
export interface GroupedReportQuery {
  name: GroupedName;
  by: ReportDimension;
  params: ReportParams & { from: string; to: string };
}

/** The days of a report where nothing is said, and the day of one that is of a single day. */
export const defaultPeriods = { days: 'last-30', day: 'today' } as const satisfies Record<string, Period>;
/** Rows that are drawn before somebody asks for all. */
const initialRows = 200;
const maxRows = 5_000;

/** @param today the day on the person's own clock: without days the last 30 are meant, today included */
export function parseGroupedReportQuery(address: ReportAddress, today: string): GroupedReportQuery {
  const name = isGroupedName(address.report) ? address.report : 'order-patterns';
  const shape = groupedShapes[name];
  const dimensions: readonly ReportDimension[] = shape.dimensions;
  const by = dimensions.find((each) => each === address.by) ?? shape.dimensions[0];
  const { from, to } = addressDays(address, today);
  const { branch, item, category, supplier, reason, weekday, sort, all } = address;
  return {
    name,
    by,
    params: {
      from,
      to,
      by,
      limit: all ? maxRows : initialRows,
      ...(branch && { branch }),
      ...(item && { item }),
      ...(category && { category }),
      ...(supplier && dimensions.includes('supplier') && { supplier }),
      ...(reason && dimensions.includes('reason') && { reason }),
      ...(weekday && /^[1-7]$/.test(weekday) && { weekday }),
      ...(sort && { sort }),
    },
  };
}

/** Days that are named count; where none are, those of the period. */
function addressDays(
  asked: Pick<ReportAddress, 'from' | 'to' | 'period'>,
  today: string,
): { from: string; to: string } {
  const [begin, last] = [parseDay(asked.from), parseDay(asked.to)];
  if (begin === undefined && last === undefined)
    return periodDays(isPeriod(asked.period) ? asked.period : defaultPeriods.days, today);
  const to = last ?? today;
  const from = begin ?? daysUntil(to).from;
  if (from > to) return { from: to, to };
  const first = addDays(to, 1 - mostReportDays);
  return { from: from < first ? first : from, to };
}

/** What stands until a report has answered: its own answer to another question, never that of another report. */
export const keepSameReport =
  (name: ReportName) =>
  (before: Report | undefined, query?: { queryKey: readonly unknown[] }): Report | undefined =>
    query?.queryKey[2] === name ? before : undefined;

/** What can be chosen of some parameters. */
const choices: Partial<Readonly<Record<ReportParam, readonly string[]>>> = {
  by: ['happened', 'posted'],
  basis: ['list', 'last', 'average'],
};

/** As many days as are usual, of which this is the last. */
export const daysUntil = (day: string): { from: string; to: string } => periodDays(defaultPeriods.days, day);

/** What a report of rows is asked by an address; without days the last 30 are meant, without a day today. */
export function rowsParams(shape: RowsShape, address: ReportAddress, today: string): ReportParams {
  const taken = shape.params.flatMap((param): [string, string][] => {
    if (param === 'days') return Object.entries(addressDays(address, today));
    const value = param === 'day' ? addressDay(address, today) : address[param as 'branch'];
    return value === undefined || choices[param]?.includes(value) === false ? [] : [[param, value]];
  });
  const { sort, all } = address;
  return { ...Object.fromEntries(taken), ...(sort && { sort }), limit: all ? maxRows : initialRows };
}

/** The day of a report of a single one; of a period its last. */
const addressDay = ({ day, period }: ReportAddress, today: string): string =>
  parseDay(day) ?? periodDays(isPeriod(period) ? period : defaultPeriods.day, today).to;

/** The period of an address whose days move along; null where days are named. */
export function addressPeriod(shape: ReportShape, { period, from, to, day }: ReportAddress): Period | null {
  const takesDays = paramsOf(shape).includes('days');
  if (takesDays ? parseDay(from) !== undefined || parseDay(to) !== undefined : parseDay(day) !== undefined)
    return null;
  return isPeriod(period) ? period : defaultPeriods[takesDays ? 'days' : 'day'];
}

/** The days that an address means: first and last, or the one. */
export function resolvedDays(shape: ReportShape, address: ReportAddress, today: string): string[] {
  if (!paramsOf(shape).includes('days')) return [addressDay(address, today)];
  const { from, to } = addressDays(address, today);
  return from === to ? [from] : [from, to];
}

/** What a report is asked where nothing is said, by the names in addresses. */
function defaultAddress(shape: ReportShape): ReportAddress {
  const period = defaultPeriods[paramsOf(shape).includes('days') ? 'days' : 'day'];
  return shape.kind === 'grouped'
    ? { period, by: shape.dimensions[0] }
    : { period, by: 'happened', within: '7', sort: shape.order };
}

/** What of an address is the question to a report: as a view keeps it, and tells whether it was changed. */
export function reportQueryFields(shape: ReportShape, address: ReportAddress): Record<string, string> {
  const usual = defaultAddress(shape);
  return Object.fromEntries(
    (addressFieldsOf(shape) as readonly (keyof ReportAddress)[]).flatMap((key) => {
      const value = address[key];
      return typeof value !== 'string' || value === usual[key] ? [] : [[key, value]];
    }),
  );
}

/** Whether two questions are the same, in whatever order they stand. */
export const isSameReportQuery = (
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, value]) => other[key] === value);

/** The keys of the columns that are not shown. */
export const hiddenColumns = ({ hide = '' }: ReportAddress): string[] =>
  hide.split(',').filter((key) => key !== '');

const parseDay = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** The way to the same report, asked otherwise: it is sorted as usual again, and begins with its first rows. */
export const sameReportLink = (change: ReportAddress): LinkProps =>
  ({
    to: '.',
    search: (before: ReportAddress) => ({ ...before, sort: undefined, all: undefined, ...change }),
  }) as LinkProps;

/** What narrows the same question to one row, and lists the documents behind it. */
export function drillDownAddress({ by, params }: GroupedReportQuery, key: string): ReportAddress {
  const there = { by: 'document' } as const;
  if (by === 'day') return { ...there, period: undefined, from: key, to: key };
  if (by !== 'week') return { ...there, [by]: key };
  const sunday = addDays(key, 6);
  return {
    ...there,
    period: undefined,
    from: key < params.from ? params.from : key,
    to: sunday > params.to ? params.to : sunday,
  };
}
