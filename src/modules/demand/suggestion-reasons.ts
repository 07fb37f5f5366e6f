/**
 * Basis of a suggestion. `demand`: the item's own weekly pattern; `demand-of-category`: the category's,
 * because the weekday was observed fewer than four times; `par`: the item is ordered up to par;
 * `par-little-history`, `last` and `no-history`: less than two weeks of history.
 */
export const suggestionReasons = [
  'demand',
  'demand-of-category',
  'par',
  'par-little-history',
  'last',
  'no-history',
] as const;
export type SuggestionReason = (typeof suggestionReasons)[number];
