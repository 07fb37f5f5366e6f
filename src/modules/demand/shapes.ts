import { dayMarks, demandDayStates } from './marked-days.ts';
import { suggestionReasons } from './suggestion-reasons.ts';
import {
  required,
  oneOf,
  nullable,
  listOf,
  objectOf,
  type Shape,
  type Wire,
} from '#platform/shapes/shape.ts';

/**
 * Figures of a suggestion in the item's base unit (`unitSymbol`). `average` and `lastFour`: mean sales on
 * `weekday` (1 is Monday), of all counted days (null without any) and of the last four (null with fewer);
 * `incoming`: in transit and on order; `safety`: safety stock; `oneIn`: the item runs out once in this many
 * deliveries (null: practically never). Figures that the reason doesn't use are null.
 */
const suggestionParams = {
  unitSymbol: 'text',
  source: nullable(oneOf(['sold', 'used', 'ordered'])),
  weekday: 'integer?',
  average: 'quantity?',
  lastFour: 'quantity?',
  forecast: 'quantity?',
  safety: 'quantity?',
  par: 'quantity?',
  onHand: 'quantity',
  /** Expired by the delivery, or on hold. */
  unusable: 'quantity',
  incoming: 'quantity',
  /** Part of on hand and incoming stock expected to be used before the delivery; 0 for a par rule. */
  usageBeforeDelivery: 'quantity',
  /** Number of days excluded because they were out of stock or marked by a user. */
  excludedDays: 'integer',
  oneIn: 'number?',
  knownDays: 'integer',
} as const satisfies Shape;
export type SuggestionParams = Wire<typeof suggestionParams>;

/**
 * Basis of a suggested order: the `forecast` for the days that it covers (`covers`), the rule, and the reason
 * to display. Servers that don't return a basis suggest ordering up to par.
 */
export const suggestionBasis = {
  /** Forecast demand of the covered days, in the unit of the row; null if there is none. */
  forecast: 'quantity?',
  coveredDays: 'texts',
  basis: oneOf(['demand', 'par', 'last'], 'par'),
  /** Null while the item is counted blind. */
  reason: nullable(
    objectOf({ code: required(oneOf(suggestionReasons)), params: objectOf(suggestionParams) }),
  ),
} as const satisfies Shape;

const backtestResult = {
  demand: 'quantity',
  surplus: 'quantity',
  missedDemand: 'quantity',
} as const satisfies Shape;

/** `GET /demand`: daily demand of an item at a location, and the backtest of each rule. In base units. */
export const itemDemand = {
  itemId: 'id',
  unitSymbol: 'text',
  source: oneOf(['sold', 'used', 'ordered']),
  serviceLevel: 'number',
  /** Half a year, oldest first; empty while the item is counted blind. */
  days: listOf({
    day: 'text',
    demand: 'quantity',
    forecast: 'quantity?',
    state: oneOf(demandDayStates),
    isHoliday: 'flag',
    /** An outlier that a user should review. */
    isProposed: 'flag',
    mark: nullable(oneOf(dayMarks)),
  }),
  /** Average by weekday (Monday first), and the number of observations. */
  weekdays: listOf({
    average: 'quantity',
    observations: 'integer',
  }),
  /**
   * Simulated single-day orders, placed two days ahead, over the last eight weeks; all rules use safety stock
   * for the same service level.
   */
  backtest: objectOf({
    days: 'integer',
    forecast: objectOf(backtestResult),
    lastWeek: objectOf(backtestResult),
    weekdayAverage: objectOf(backtestResult),
  }),
  /** Past and future days marked as holidays of the whole branch, latest first. */
  holidays: 'texts',
  canMark: 'flag',
} as const satisfies Shape;
export type ItemDemand = Wire<typeof itemDemand>;

export const markedDay = {
  branch: 'id',
  itemId: 'id?',
  day: 'text',
  kind: nullable(oneOf(dayMarks)),
  note: 'text?',
} as const satisfies Shape;
