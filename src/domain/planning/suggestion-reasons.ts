/**
 * Why so much is suggested. `demand`: what is expected, by the item's own week; `demand-of-category`: by its category's, because fewer
 * than four of that weekday were seen; `par`: the other rule, chosen for the item; `par-little-history`, `last` and `nothing-known`:
 * under two weeks are known.
 */
export const suggestionReasons = [
  'demand',
  'demand-of-category',
  'par',
  'par-little-history',
  'last',
  'nothing-known',
] as const;
export type SuggestionReason = (typeof suggestionReasons)[number];
