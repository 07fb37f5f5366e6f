import { ceilToStep } from '../quantity.ts';

/** What a suggestion is made from, in millionths of the item's base unit. */
export interface SuggestionInput {
  /** The level to order up to; null when none is set. */
  parMicro: number | null;
  onHandMicro: number;
  inTransitMicro: number;
  /** On orders that are not shipped yet. */
  orderedMicro: number;
  /** Of all three, what will be used before the delivery comes (`usageBeforeDelivery`). A par holds that already: 0. */
  usedMicro: number;
  /** One pack; null when any quantity may be ordered. */
  packMicro: number | null;
}

/**
 * Suggested order: ceil to pack of max(0, par - on hand - in transit - already ordered + what of these is used before the
 * delivery). Stock below zero counts as it stands. Null when no par is set, which is not a suggestion of zero.
 */
export function suggestedMicro(input: SuggestionInput): number | null {
  if (input.parMicro === null) return null;
  const needMicro = Math.max(
    0,
    input.parMicro - input.onHandMicro - input.inTransitMicro - input.orderedMicro + input.usedMicro,
  );
  return input.packMicro === null ? needMicro : ceilToStep(needMicro, input.packMicro);
}

/**
 * Where an order brings stock to by what will be wanted: the forecast for the days that it covers and `factor` times the spread of
 * its errors, never below zero. Things that people handle become millionths of the base unit here, of which `thingMicro` are one.
 */
export function targetMicro(
  { forecast, spread, factor }: { forecast: number; spread: number; factor: number },
  thingMicro: number,
): number {
  return Math.max(0, Math.round((forecast + factor * spread) * thingMicro));
}
