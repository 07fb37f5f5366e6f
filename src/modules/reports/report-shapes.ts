import { type Actor, isKitchenStaff, isOwnLocation, canRead } from '#core/permissions.ts';
import { addDays, getWeekday } from '#core/day.ts';
import { groupedShapes, timeDimensions } from './grouped-shapes.ts';
import { rowShapes } from './row-shapes.ts';
import type { ReportDimension, ReportParam, ReportShape } from '#platform/reports/shape-types.ts';

/** Every report, by URL name. */
export const reportShapes = { ...groupedShapes, ...rowShapes } as const;

export type ReportName = keyof typeof reportShapes;

export const reportNames = Object.keys(reportShapes) as ReportName[];

export type GroupedName = keyof typeof groupedShapes;
export const isGroupedName = (text: string | undefined): text is GroupedName =>
  text !== undefined && Object.hasOwn(groupedShapes, text);

export const groupedNames = Object.keys(groupedShapes) as GroupedName[];

export type RowsName = keyof typeof rowShapes;
export const isRowsName = (text: string | undefined): text is RowsName =>
  text !== undefined && Object.hasOwn(rowShapes, text);

export const rowsNames = Object.keys(rowShapes) as RowsName[];

/** Returns whether a user may read a report: they must be able to read all its data. */
export const canReadReport = (actor: Actor, { needs }: ReportShape): boolean =>
  needs.every((collection) => canRead(actor, collection));

/**
 * Returns whether filtering a report by a location makes sense for a user: for their own locations, and in
 * order reports of kitchen users for every branch.
 */
export const canFilterByLocation = (
  actor: Actor,
  { area }: Pick<ReportShape, 'area'>,
  place: string,
): boolean => isOwnLocation(actor, place) || (area === 'orders' && isKitchenStaff(actor));

/** Returns the parameters of a report. */
export const getReportParams = (shape: ReportShape): readonly ReportParam[] =>
  shape.kind === 'rows'
    ? shape.params
    : [
        'days',
        'branch',
        ...(shape.dimensions.includes('item') ? (['item', 'category'] as const) : []),
        ...(['reason', 'supplier'] as const).filter((name) => shape.dimensions.includes(name)),
        'weekday',
        'by',
      ];

/** Returns the URL fields of a report request; the days may be a relative period. */
export const listAddressFields = (shape: ReportShape): readonly string[] => [
  ...getReportParams(shape).flatMap((param) => urlFieldsByParam[param] ?? [param]),
  'sort',
  'hide',
];

const urlFieldsByParam: Partial<Readonly<Record<ReportParam, readonly string[]>>> = {
  days: ['period', 'from', 'to'],
  day: ['period', 'day'],
};

/** Returns the required parameters of a report. */
export const getRequiredParams = (shape: ReportShape): readonly ReportParam[] =>
  shape.kind === 'rows' ? shape.required : ['days'];

export function isReportName(text: string | undefined): text is ReportName {
  return text !== undefined && Object.hasOwn(reportShapes, text);
}

/**
 * Returns whether a dimension is chronological: days, weeks and days of the week are in order with gaps
 * filled; others are sorted by value.
 */
export const isTimeDimension = (dimension: ReportDimension): boolean =>
  (timeDimensions as readonly ReportDimension[]).includes(dimension);

/** Maximum number of days per request, to limit the response. */
export const maxReportDays = 400;

/**
 * Returns the key of a day (YYYY-MM-DD): the day, its week (Monday), or its day of the week (1 is Monday, 7
 * Sunday).
 */
export function getTimeKey(day: string, dimension: 'day' | 'week' | 'weekday'): string {
  if (dimension === 'day') return day;
  const weekday = getWeekday(day);
  if (dimension === 'weekday') return String(weekday);
  return addDays(day, 1 - weekday);
}

/** Returns every key between two days, both inclusive, in order; for `weekday`, always all seven. */
export function listTimeKeys(from: string, to: string, dimension: 'day' | 'week' | 'weekday'): string[] {
  if (dimension === 'weekday') return ['1', '2', '3', '4', '5', '6', '7'];
  const keys = new Set<string>();
  for (let day = from; day <= to && keys.size <= maxReportDays; day = addDays(day, 1))
    keys.add(getTimeKey(day, dimension));
  return [...keys];
}
