import type { LinkProps } from '@tanstack/react-router';
import { isPeriod, type Period, getPeriodDays } from '../periods.ts';
import {
  listAddressFields,
  type GroupedName,
  isGroupedName,
  maxReportDays,
  getReportParams,
  type ReportName,
} from '../report-shapes.ts';
import { groupedShapes } from '../grouped-shapes.ts';
import type { ReportDimension, ReportParam, ReportShape, RowsShape } from '#platform/reports/shape-types.ts';
import type { ReportResponse } from '../shapes.ts';
import type { ReportParams } from './queries/reports.ts';
import { addDays } from '#core/day.ts';

/** Search parameters of the reports. */
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

/** Query of a grouped report; invalid parameters are ignored. */
export interface GroupedReportQuery {
  name: GroupedName;
  by: ReportDimension;
  params: ReportParams & { from: string; to: string };
}

/** Default period of reports that cover several days, and of single-day reports. */
export const defaultPeriods = { days: 'last-30', day: 'today' } as const satisfies Record<string, Period>;
/** Rows shown before the user requests all. */
const initialRows = 200;
const maxRows = 5_000;

/**
 * Parses a grouped report's query from the URL.
 *
 * @param today ISO date in the user's time zone; without days the query covers the last 30 days including
 *   today
 */
export function parseGroupedReportQuery(address: ReportAddress, today: string): GroupedReportQuery {
  const name = isGroupedName(address.report) ? address.report : 'order-patterns';
  const shape = groupedShapes[name];
  const dimensions: readonly ReportDimension[] = shape.dimensions;
  const by = dimensions.find((dimension) => dimension === address.by) ?? shape.dimensions[0];
  const { from, to } = resolveDayRange(address, today);
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

/** Explicit days take precedence over the period. */
function resolveDayRange(
  address: Pick<ReportAddress, 'from' | 'to' | 'period'>,
  today: string,
): { from: string; to: string } {
  const [begin, last] = [parseDay(address.from), parseDay(address.to)];
  if (begin === undefined && last === undefined)
    return getPeriodDays(isPeriod(address.period) ? address.period : defaultPeriods.days, today);
  const to = last ?? today;
  const from = begin ?? getDaysThrough(to).from;
  if (from > to) return { from: to, to };
  const first = addDays(to, 1 - maxReportDays);
  return { from: from < first ? first : from, to };
}

/** Placeholder data while loading: the previous result of the same report, never of a different one. */
export const keepSameReport =
  (name: ReportName) =>
  (
    previous: ReportResponse | undefined,
    query?: { queryKey: readonly unknown[] },
  ): ReportResponse | undefined =>
    query?.queryKey[2] === name ? previous : undefined;

/** Allowed values of some parameters. */
const choices: Partial<Readonly<Record<ReportParam, readonly string[]>>> = {
  by: ['effective', 'posted'],
  basis: ['list', 'last', 'average'],
};

/** The default number of days, ending with the given day. */
export const getDaysThrough = (day: string): { from: string; to: string } =>
  getPeriodDays(defaultPeriods.days, day);

/** Builds the parameters of a row report; defaults to the last 30 days, or to today for a single day. */
export function buildRowsParams(shape: RowsShape, address: ReportAddress, today: string): ReportParams {
  const params = shape.params.flatMap((param): [string, string][] => {
    if (param === 'days') return Object.entries(resolveDayRange(address, today));
    const value = param === 'day' ? resolveSingleDay(address, today) : address[param as 'branch'];
    return value === undefined || choices[param]?.includes(value) === false ? [] : [[param, value]];
  });
  const { sort, all } = address;
  return { ...Object.fromEntries(params), ...(sort && { sort }), limit: all ? maxRows : initialRows };
}

/** Returns the day of a single-day report; the last day of a period. */
const resolveSingleDay = ({ day, period }: ReportAddress, today: string): string =>
  parseDay(day) ?? getPeriodDays(isPeriod(period) ? period : defaultPeriods.day, today).to;

/** Returns the relative period in an address; null when days are given explicitly. */
export function getAddressPeriod(
  shape: ReportShape,
  { period, from, to, day }: ReportAddress,
): Period | null {
  const hasDayRange = getReportParams(shape).includes('days');
  if (hasDayRange ? parseDay(from) !== undefined || parseDay(to) !== undefined : parseDay(day) !== undefined)
    return null;
  return isPeriod(period) ? period : defaultPeriods[hasDayRange ? 'days' : 'day'];
}

/** Returns the days that an address resolves to: first and last, or the single one. */
export function listResolvedDays(shape: ReportShape, address: ReportAddress, today: string): string[] {
  if (!getReportParams(shape).includes('days')) return [resolveSingleDay(address, today)];
  const { from, to } = resolveDayRange(address, today);
  return from === to ? [from] : [from, to];
}

/** Returns the default parameters of a report. */
function getDefaultAddress(shape: ReportShape): ReportAddress {
  const period = defaultPeriods[getReportParams(shape).includes('days') ? 'days' : 'day'];
  return shape.kind === 'grouped'
    ? { period, by: shape.dimensions[0] }
    : { period, by: 'effective', within: '7', sort: shape.order };
}

/** Returns the non-default query parameters in an address, as stored in a saved view and compared with it. */
export function getReportQueryFields(shape: ReportShape, address: ReportAddress): Record<string, string> {
  const defaults = getDefaultAddress(shape);
  return Object.fromEntries(
    (listAddressFields(shape) as readonly (keyof ReportAddress)[]).flatMap((key) => {
      const value = address[key];
      return typeof value !== 'string' || value === defaults[key] ? [] : [[key, value]];
    }),
  );
}

/** Compares two sets of query parameters regardless of order. */
export const isSameReportQuery = (
  params: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean =>
  Object.keys(params).length === Object.keys(other).length &&
  Object.entries(params).every(([key, value]) => other[key] === value);

/** Returns the keys of the hidden columns. */
export const getHiddenColumns = ({ hide = '' }: ReportAddress): string[] =>
  hide.split(',').filter((key) => key !== '');

const parseDay = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** Returns a link to the same report with changed parameters; sort order and row limit are reset. */
export const linkWithinReport = (change: ReportAddress): LinkProps =>
  ({
    to: '.',
    search: (before: ReportAddress) => ({ ...before, sort: undefined, all: undefined, ...change }),
  }) as LinkProps;

/** Returns the address that filters a grouped report by one of its rows and lists the documents. */
export function buildDrillDownAddress({ by, params }: GroupedReportQuery, key: string): ReportAddress {
  const target = { by: 'document' } as const;
  if (by === 'day') return { ...target, period: undefined, from: key, to: key };
  if (by !== 'week') return { ...target, [by]: key };
  const sunday = addDays(key, 6);
  return {
    ...target,
    period: undefined,
    from: key < params.from ? params.from : key,
    to: sunday > params.to ? params.to : sunday,
  };
}
