import { ceilToStep } from '#core/quantity.ts';

/** Input of a suggestion, in millionths of the item's base unit. */
export interface SuggestionInput {
  /** The level to order up to; null if none is set. */
  parMicro: number | null;
  onHandMicro: number;
  inTransitMicro: number;
  /** On orders that aren't shipped yet. */
  orderedMicro: number;
  /**
   * Expected usage of these quantities before the delivery (`computeUsageBeforeDelivery`); 0 for a par level,
   * which already includes it.
   */
  usedMicro: number;
  /** One pack; null if any quantity may be ordered. */
  packMicro: number | null;
}

/**
 * Computes the suggested order: max(0, par - on hand - in transit - on order + usage before the delivery),
 * rounded up to packs. Negative stock increases it. Returns null if no par level is set, which isn't the same
 * as a suggestion of zero.
 */
export function computeSuggestedMicro(input: SuggestionInput): number | null {
  if (input.parMicro === null) return null;
  const needMicro = Math.max(
    0,
    input.parMicro - input.onHandMicro - input.inTransitMicro - input.orderedMicro + input.usedMicro,
  );
  return input.packMicro === null ? needMicro : ceilToStep(needMicro, input.packMicro);
}

/**
 * Computes the order-up-to level: forecast for the covered days plus `factor` times its spread, at least
 * zero. Converts handling units (`handlingUnitMicro` each) to millionths of the base unit.
 */
export function computeTargetMicro(
  { forecast, spread, factor }: { forecast: number; spread: number; factor: number },
  handlingUnitMicro: number,
): number {
  return Math.max(0, Math.round((forecast + factor * spread) * handlingUnitMicro));
}
