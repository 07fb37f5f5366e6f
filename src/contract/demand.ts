import { z } from 'zod';
import { dayMarks } from '#domain/planning/marked-days.ts';
import { calendarDate, text } from './numbers.ts';

export const itemDemandQueryParams = z.object({ branch: z.string().min(1), itemId: z.string().min(1) });

const backtestResult = z.object({ wanted: z.number(), leftOver: z.number(), missed: z.number() });

/** Why a day counts or not; `before`: before the item's history begins. */
export const demandDayStates = ['counts', 'closed', 'out', 'exceptional', 'before'] as const;

/** `GET /demand`: daily demand of an item at a location, and the backtest of each rule. In base units. */
export const itemDemand = z.object({
  itemId: z.string(),
  unitSymbol: z.string(),
  source: z.enum(['sold', 'used', 'ordered']),
  serviceLevel: z.number(),
  /** Half a year, oldest first; empty while the item is counted blind. */
  days: z.array(
    z.object({
      day: z.string(),
      wanted: z.number(),
      forecast: z.number().nullable(),
      state: z.enum(demandDayStates),
      isHoliday: z.boolean(),
      /** An outlier that a user should review. */
      isProposed: z.boolean(),
      mark: z.enum(dayMarks).nullable(),
    }),
  ),
  /** Average by weekday (Monday first), and the number of observations. */
  weekdays: z.array(z.object({ average: z.number(), seen: z.number() })),
  /**
   * Simulated single-day orders, two days ahead, over the last eight weeks; every rule with safety stock for
   * the same service level.
   */
  backtest: z.object({
    days: z.number(),
    ours: backtestResult,
    lastWeek: backtestResult,
    weekdayAverage: backtestResult,
  }),
  /** Past and future days marked as holidays of the whole branch, latest first. */
  holidays: z.array(z.string()),
  mayMark: z.boolean(),
});
export type ItemDemand = z.output<typeof itemDemand>;

/**
 * `PUT /demand/days`: marks a day for one item, or without an item for the whole branch; `kind` null removes
 * the mark.
 */
export const markDayInput = z.strictObject({
  branch: z.string().min(1),
  itemId: z.string().min(1).nullable().optional(),
  day: calendarDate,
  kind: z.enum(dayMarks).nullable(),
  note: text(200).nullable().optional(),
});
export type MarkDayInput = z.output<typeof markDayInput>;

export const markedDay = z.object({
  branch: z.string(),
  itemId: z.string().nullable(),
  day: z.string(),
  kind: z.enum(dayMarks).nullable(),
  note: z.string().nullable(),
});
