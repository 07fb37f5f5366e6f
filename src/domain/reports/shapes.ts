import type { Collection } from '../collections.ts';
import type { DocumentType } from '../documents/types.ts';

/** What the rows of a report can be: one for each item, each day and so on; `document` is what stands behind all others. */
export const reportDimensions = ['item', 'reason', 'branch', 'day', 'week', 'weekday', 'document'] as const;
export type ReportDimension = (typeof reportDimensions)[number];

/** A figure of a report. */
export interface ReportMeasure {
  key: string;
  /** `quantity` is in the base unit of an item and stands only where rows, or the question, are of one item. */
  type: 'count' | 'quantity' | 'money';
}

/** One report, by what its readers need to know: who may read it, what its rows can be, its figures and its picture. */
export interface ReportShape {
  name: string;
  /** Whoever may read it may read this. */
  needs: Collection;
  document: DocumentType;
  /** The first is what it begins with; `document` is always possible. */
  dimensions: readonly [ReportDimension, ...ReportDimension[]];
  measures: readonly ReportMeasure[];
  /** The measure that its picture shows, and that its rows are sorted by. */
  chart: string;
}

const times = ['day', 'week', 'weekday'] as const satisfies readonly ReportDimension[];

/**
 * Every report, by its name in addresses.
 *
 * - order-patterns: orders that were handed in, by their delivery day.
 * - missing-items: lines of shipped orders that did not come as ordered, by the delivery day of their order.
 * - wastage: posted waste, by its business day.
 */
export const reportShapes = {
  'order-patterns': {
    name: 'order-patterns',
    needs: 'orders',
    document: 'order',
    dimensions: ['item', 'weekday', 'week', 'day', 'branch', 'document'],
    measures: [
      { key: 'orders', type: 'count' },
      { key: 'lines', type: 'count' },
      { key: 'ordered', type: 'quantity' },
      { key: 'perOrder', type: 'quantity' },
      { key: 'shipped', type: 'quantity' },
      { key: 'received', type: 'quantity' },
    ],
    chart: 'orders',
  },
  'missing-items': {
    name: 'missing-items',
    needs: 'orders',
    document: 'order',
    dimensions: ['item', 'reason', ...times, 'branch', 'document'],
    measures: [
      { key: 'missed', type: 'count' },
      { key: 'notShippedLines', type: 'count' },
      { key: 'shortLines', type: 'count' },
      { key: 'damagedLines', type: 'count' },
      { key: 'ordered', type: 'quantity' },
      { key: 'notShipped', type: 'quantity' },
      { key: 'short', type: 'quantity' },
      { key: 'damaged', type: 'quantity' },
    ],
    chart: 'missed',
  },
  wastage: {
    name: 'wastage',
    needs: 'wastage',
    document: 'wastage',
    dimensions: ['item', 'reason', ...times, 'branch', 'document'],
    measures: [
      { key: 'records', type: 'count' },
      { key: 'wasted', type: 'quantity' },
      { key: 'cost', type: 'money' },
    ],
    chart: 'cost',
  },
} as const satisfies Record<string, ReportShape>;

export type ReportName = keyof typeof reportShapes;

export const reportNames = Object.keys(reportShapes) as ReportName[];

export function isReportName(text: string | undefined): text is ReportName {
  return text !== undefined && Object.hasOwn(reportShapes, text);
}

/** Days, weeks and weekdays stand in their own order, with the empty ones between them; all others by how much they are. */
export const isTime = (dimension: ReportDimension): boolean =>
  (times as readonly ReportDimension[]).includes(dimension);

/** The days of a question: at most so many, so that an answer stays one. */
export const mostReportDays = 400;

/** `day` (YYYY-MM-DD) as the key of its day, of its week (its Monday), or of its weekday (1 is Monday, 7 Sunday). */
export function timeKey(day: string, dimension: 'day' | 'week' | 'weekday'): string {
  if (dimension === 'day') return day;
  const weekday = weekdayOf(day);
  if (dimension === 'weekday') return String(weekday);
  return new Date(Date.parse(day) - (weekday - 1) * 86_400_000).toISOString().slice(0, 10);
}

/** 1 is Monday, 7 Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00.000Z`).getUTCDay() || 7;

/** Every key between two days, both inclusive, in their order; all seven weekdays whatever the days are. */
export function timeKeys(from: string, to: string, dimension: 'day' | 'week' | 'weekday'): string[] {
  if (dimension === 'weekday') return ['1', '2', '3', '4', '5', '6', '7'];
  const keys = new Set<string>();
  for (let at = Date.parse(from); at <= Date.parse(to) && keys.size <= mostReportDays; at += 86_400_000)
    keys.add(timeKey(new Date(at).toISOString().slice(0, 10), dimension));
  return [...keys];
}
