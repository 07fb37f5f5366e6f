import { suggestionReasons } from '#domain/planning/suggestion-reasons.ts';
import { nullable, objectOf, oneOf, required, type Shape, type Wire } from '../shape.ts';

/**
 * Figures of a suggestion in the item's base unit (`unitSymbol`). `average` and `lastFour`: sales on a
 * weekday (1 is Monday), null without counted days, or with fewer than four; `coming`: in transit and on
 * order; `safety`: safety stock; `oneIn`: runs out in one of so many deliveries (null: practically never).
 * Figures that the reason doesn't use are null.
 */
const suggestionParams = {
  unitSymbol: 'text',
  source: nullable(oneOf(['sold', 'used', 'ordered'])),
  weekday: 'integer?',
  average: 'number?',
  lastFour: 'number?',
  forecast: 'number?',
  safety: 'number?',
  par: 'number?',
  onHand: 'number',
  /** Expired by the delivery, or on hold. */
  unusable: 'number',
  coming: 'number',
  /** Part of on hand and incoming stock expected to be used before the delivery; 0 for a par rule. */
  usedUntil: 'number',
  /** Number of days excluded because of missing stock or by a user. */
  leftOut: 'integer',
  oneIn: 'number?',
  knownDays: 'integer',
} as const satisfies Shape;
export type SuggestionParams = Wire<typeof suggestionParams>;

/**
 * Basis of a suggested order: `forecast` for the days it must last (`covers`), the rule, and the reason to
 * display. A server without one suggests up to par.
 */
export const suggestionBasis = {
  /** Forecast demand of the covered days, in the unit of the row; null if there is none. */
  forecast: 'quantity?',
  covers: 'texts',
  basis: oneOf(['demand', 'par', 'last'], 'par'),
  /** Null while the item is counted blind. */
  reason: nullable(
    objectOf({ code: required(oneOf(suggestionReasons)), params: objectOf(suggestionParams) }),
  ),
} as const satisfies Shape;
