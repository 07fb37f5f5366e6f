import type { LinkProps } from '@tanstack/react-router';
import { type Actor, canOpenPage } from '#domain/permissions.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { type GroupedName, isGroupedName, mostReportDays } from '#domain/reports/shapes.ts';
import { groupedShapes } from '#domain/reports/grouped-shapes.ts';
import type { ReportDimension } from '#domain/reports/shape-types.ts';
import type { ReportParams, ReportRow } from '#src/collections/reports/reports.ts';

/** What the address of the reports holds. */
export type ReportAddress = Partial<
  Record<
    'report' | 'by' | 'from' | 'to' | 'branch' | 'item' | 'category' | 'reason' | 'weekday' | 'sort',
    string
  >
> & { all?: true };

/** A report and what it is asked; what the address says wrongly is as if it said nothing. */
export interface Question {
  name: GroupedName;
  by: ReportDimension;
  params: ReportParams;
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
  const { branch, item, category, reason, weekday, sort, all } = address;
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
      ...(reason && dimensions.includes('reason') && { reason }),
      ...(weekday && /^[1-7]$/.test(weekday) && { weekday }),
      ...(sort && { sort }),
    },
  };
}

function daysOf(asked: Pick<ReportAddress, 'from' | 'to'>, today: string): { from: string; to: string } {
  const isDay = (text: string | undefined) =>
    /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
  const to = isDay(asked.to) ? (asked.to ?? today) : today;
  const from = isDay(asked.from) ? (asked.from ?? to) : addDays(to, 1 - usualDays);
  if (from > to) return { from: to, to };
  const first = addDays(to, 1 - mostReportDays);
  return { from: from < first ? first : from, to };
}

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

/** The way to a document on a page that this person may open; null where there is none. */
export function documentLink(user: Actor, { docType, key }: ReportRow): LinkProps | null {
  const id = String(key);
  if (docType === 'wastage')
    return canOpenPage(user, '/branch-order/wastage')
      ? { to: '/branch-order/wastage', search: { row: id } }
      : null;
  if (canOpenPage(user, '/branch-order/order-history'))
    return { to: '/branch-order/order-history', search: { order: id } };
  return canOpenPage(user, '/branch-orders') ? { to: '/branch-orders', search: { order: id } } : null;
}
