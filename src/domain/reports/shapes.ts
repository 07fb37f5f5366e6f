import { type Actor, isKitchenStaff, isOwnLocation, canRead } from '../permissions.ts';
import { weekdayOf } from '../weekday.ts';
import { groupedShapes, timeDimensions } from './grouped-shapes.ts';
import { rowShapes } from './row-shapes.ts';
import type { ReportDimension, ReportParam, ReportShape } from './shape-types.ts';

/** Every report, by its name in addresses. */
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

/** Whether this person may read a report: everything that it tells of. */
export const canReadReport = (actor: Actor, { needs }: ReportShape): boolean =>
  needs.every((collection) => canRead(actor, collection));

/**
 * Whether somebody has a use for asking a report about one place: of the own places, and who works at a kitchen, whose own the orders of
 * all its branches are, of any branch in reports of orders.
 */
export const canFilterByLocation = (
  actor: Actor,
  { area }: Pick<ReportShape, 'area'>,
  place: string,
): boolean => isOwnLocation(actor, place) || (area === 'orders' && isKitchenStaff(actor));

/** What a report can be asked, by the names of its parameters. */
export const paramsOf = (shape: ReportShape): readonly ReportParam[] =>
  shape.kind === 'rows'
    ? shape.params
    : [
        'days',
        'branch',
        'item',
        'category',
        ...(['reason', 'supplier'] as const).filter((name) => shape.dimensions.includes(name)),
        'weekday',
        'by',
      ];

/** What an address says of a question to a report, by its names: days may be a period, which moves along with the calendar. */
export const addressFieldsOf = (shape: ReportShape): readonly string[] => [
  ...paramsOf(shape).flatMap((param) => fieldsOfDays[param] ?? [param]),
  'sort',
  'hide',
];

const fieldsOfDays: Partial<Readonly<Record<ReportParam, readonly string[]>>> = {
  days: ['period', 'from', 'to'],
  day: ['period', 'day'],
};

/** What it cannot do without. */
export const requiredParamsOf = (shape: ReportShape): readonly ReportParam[] =>
  shape.kind === 'rows' ? shape.required : ['days'];

export function isReportName(text: string | undefined): text is ReportName {
  return text !== undefined && Object.hasOwn(reportShapes, text);
}

/** Days, weeks and weekdays stand in their own order, with the empty ones between them; all others by how much they are. */
export const isTimeDimension = (dimension: ReportDimension): boolean =>
  (timeDimensions as readonly ReportDimension[]).includes(dimension);

/** The days of a question: at most so many, so that an answer stays one. */
export const maxReportDays = 400;

/** `day` (YYYY-MM-DD) as the key of its day, of its week (its Monday), or of its weekday (1 is Monday, 7 Sunday). */
export function timeKey(day: string, dimension: 'day' | 'week' | 'weekday'): string {
  if (dimension === 'day') return day;
  const weekday = weekdayOf(day);
  if (dimension === 'weekday') return String(weekday);
  return new Date(Date.parse(day) - (weekday - 1) * 86_400_000).toISOString().slice(0, 10);
}

/** 1 is Monday, 7 Sunday. */
/** Every key between two days, both inclusive, in their order; all seven weekdays whatever the days are. */
export function timeKeys(from: string, to: string, dimension: 'day' | 'week' | 'weekday'): string[] {
  if (dimension === 'weekday') return ['1', '2', '3', '4', '5', '6', '7'];
  const keys = new Set<string>();
  for (let at = Date.parse(from); at <= Date.parse(to) && keys.size <= maxReportDays; at += 86_400_000)
    keys.add(timeKey(new Date(at).toISOString().slice(0, 10), dimension));
  return [...keys];
}
