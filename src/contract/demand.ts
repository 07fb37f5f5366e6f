import { z } from 'zod';
import { dayMarks } from '#domain/planning/marked-days.ts';
import { suggestionReasons } from '#domain/planning/suggestion-reasons.ts';
import { calendarDate, text } from './numbers.ts';

/**
 * Figures of a suggestion in the item's base unit (`unitSymbol`). `average` and `lastFour`: sales on a
 * weekday (1 is Monday), null without counted days, or with fewer than four; `coming`: in transit and on
 * order; `safety`: safety stock; `oneIn`: runs out in one of so many deliveries (null: practically never).
 * Figures that the reason doesn't use are null.
 */
export const suggestionParams = z.object({
  unitSymbol: z.string(),
  source: z.enum(['sold', 'used', 'ordered']).nullable(),
  weekday: z.number().nullable(),
  average: z.number().nullable(),
  lastFour: z.number().nullable(),
  forecast: z.number().nullable(),
  safety: z.number().nullable(),
  par: z.number().nullable(),
  onHand: z.number(),
  /** Expired by the delivery, or on hold. */
  unusable: z.number(),
  coming: z.number(),
  /** Part of on hand and incoming stock expected to be used before the delivery; 0 for a par rule. */
  usedUntil: z.number(),
  /** Number of days excluded because of missing stock or by a user. */
  leftOut: z.number(),
  oneIn: z.number().nullable(),
  knownDays: z.number(),
});
export type SuggestionParams = z.output<typeof suggestionParams>;

/**
 * Basis of a suggested order: `forecast` for the days it must last (`covers`), the rule, and the reason to
 * display.
 */
export const suggestionBasis = {
  /** Forecast demand of the covered days, in the unit of the row; null if there is none. */
  forecast: z.number().nullable(),
  covers: z.array(z.string()),
  basis: z.enum(['demand', 'par', 'last']),
  /** Null while the item is counted blind. */
  reason: z.object({ code: z.enum(suggestionReasons), params: suggestionParams }).nullable(),
};

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
