import { z } from 'zod';
import { dayMarks } from '#domain/planning/marked-days.ts';
import { suggestionReasons } from '#domain/planning/suggestion-reasons.ts';
import { calendarDate, text } from './numbers.ts';

/**
 * The figures of a suggestion in the item's base unit (`unitSymbol`), each once: what a weekday (1 is Monday) sells on average and sold
 * the last four times (null where none of it, or fewer than four, count), what can be used of what is on hand, what is coming (in transit
 * and ordered), what is kept for safety, and once in how many deliveries it will still run out (null: practically never). What a reason
 * has no use for is null.
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
  /** Expired by then, or on hold. */
  unusable: z.number(),
  coming: z.number(),
  /** Of what is on hand and coming, what is expected to be used before the delivery comes; 0 where a par is the rule. */
  usedUntil: z.number(),
  /** Days left out because there was no stock, or because somebody said so. */
  leftOut: z.number(),
  oneIn: z.number().nullable(),
  knownDays: z.number(),
});
export type SuggestionParams = z.output<typeof suggestionParams>;

/** What an order is suggested by: `forecast` and the days it has to last for (`covers`), the rule, and why in words to be. */
export const suggestionBasis = {
  /** What the covered days are expected to want, in the unit of the row; null where nothing is expected. */
  forecast: z.number().nullable(),
  covers: z.array(z.string()),
  basis: z.enum(['demand', 'par', 'last']),
  /** Null where somebody counts the item blind. */
  reason: z.object({ code: z.enum(suggestionReasons), params: suggestionParams }).nullable(),
};

export const demandQuery = z.object({ branch: z.string().min(1), itemId: z.string().min(1) });

const backtestResult = z.object({ wanted: z.number(), leftOver: z.number(), missed: z.number() });

/** Why a day counts or does not; `before`: nothing was known of the item yet. */
export const demandDayStates = ['counts', 'closed', 'out', 'exceptional', 'before'] as const;

/** `GET /demand`: what was wanted of an item at a place, day by day, and what each rule would have done. In base units. */
export const itemDemand = z.object({
  itemId: z.string(),
  unitSymbol: z.string(),
  source: z.enum(['sold', 'used', 'ordered']),
  serviceLevel: z.number(),
  /** Half a year, oldest first; empty where the item is being counted blind. */
  days: z.array(
    z.object({
      day: z.string(),
      wanted: z.number(),
      forecast: z.number().nullable(),
      state: z.enum(demandDayStates),
      isHoliday: z.boolean(),
      /** It stands out so far that somebody should say whether it counts. */
      isProposed: z.boolean(),
      mark: z.enum(dayMarks).nullable(),
    }),
  ),
  /** What each weekday (Monday first) sold on average, and how many were seen. */
  weekdays: z.array(z.object({ average: z.number(), seen: z.number() })),
  /** Orders for single days, two days ahead, over the last eight weeks; every rule with safety for the same service level. */
  backtest: z.object({
    days: z.number(),
    ours: backtestResult,
    lastWeek: backtestResult,
    weekdayAverage: backtestResult,
  }),
  /** Days, past and to come, that are marked as holidays of the whole branch, the latest first. */
  holidays: z.array(z.string()),
  mayMark: z.boolean(),
});
export type ItemDemand = z.output<typeof itemDemand>;

/** `PUT /demand/days`: says what a day is, of one item or (without) of the whole branch; `kind` null takes it back. */
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
