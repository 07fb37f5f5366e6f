import type { LinkProps } from '@tanstack/react-router';
import { addDays } from '#domain/planning/cutoff.ts';
import { type GroupedName, isGroupedName, mostReportDays } from '#domain/reports/shapes.ts';
import { groupedShapes } from '#domain/reports/grouped-shapes.ts';
import type { ReportDimension, RowsShape } from '#domain/reports/shape-types.ts';
import type { ReportParams } from '#src/collections/reports/reports.ts';

/** What the address of the reports holds. */
export type ReportAddress = Partial<
  Record<
    | 'report'
    | 'by'
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
export interface Question {
  name: GroupedName;
  by: ReportDimension;
  params: ReportParams & { from: string; to: string };
}

const usualDays = 30;
/** Rows that are drawn before somebody asks for all. */
const firstRows = 200;
const mostRows = 5_000;

/** @param today the day on the person's own clock: without days the last 30 are meant, today included */
export function questionOf(address: ReportAddress, today: string): Question {
  const name = isGroupedName(address.report) ? address.report : 'order-patterns';
  const shape = groupedShapes[name];
  const dimensions: readonly ReportDimension[] = shape.dimensions;
  const by = dimensions.find((each) => each === address.by) ?? shape.dimensions[0];
  const { from, to } = daysOf(address, today);
  const { branch, item, category, supplier, reason, weekday, sort, all } = address;
  return {
    name,
    by,
    params: {
      from,
      to,
      by,
      limit: all ? mostRows : firstRows,
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

function daysOf(asked: Pick<ReportAddress, 'from' | 'to'>, today: string): { from: string; to: string } {
  const to = dayIn(asked.to) ?? today;
  const from = dayIn(asked.from) ?? addDays(to, 1 - usualDays);
  if (from > to) return { from: to, to };
  const first = addDays(to, 1 - mostReportDays);
  return { from: from < first ? first : from, to };
}

/** What a report of rows is asked by an address; without days the last 30 are meant, without a day today. */
export function rowsParams(shape: RowsShape, address: ReportAddress, today: string): ReportParams {
  const taken = shape.params.flatMap((param): [string, string][] => {
    if (param === 'days') return Object.entries(daysOf(address, today));
    const value = param === 'day' ? (dayIn(address.day) ?? today) : address[param as 'branch'];
    return value === undefined ? [] : [[param, value]];
  });
  const { sort, all } = address;
  return { ...Object.fromEntries(taken), ...(sort && { sort }), limit: all ? mostRows : firstRows };
}

const dayIn = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** The way to the same report, asked otherwise: it is sorted as usual again, and begins with its first rows. */
export const here = (change: ReportAddress): LinkProps =>
  ({
    to: '.',
    search: (before: ReportAddress) => ({ ...before, sort: undefined, all: undefined, ...change }),
  }) as LinkProps;

/** What narrows the same question to one row, and lists the documents behind it. */
export function behind({ by, params }: Question, key: string): ReportAddress {
  const there = { by: 'document' } as const;
  if (by === 'day') return { ...there, from: key, to: key };
  if (by !== 'week') return { ...there, [by]: key };
  const sunday = addDays(key, 6);
  return {
    ...there,
    from: key < params.from ? params.from : key,
    to: sunday > params.to ? params.to : sunday,
  };
}
