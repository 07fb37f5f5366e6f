import { computeValueAtPrice } from '#core/money.ts';
import { divideHalfEven, toSafeNumber } from '#core/quantity.ts';
import { type Exact, exact, roundExact, multiplyExact } from '#core/exact.ts';

/** Methods of allocating freight and charges to receipt lines. */
export const chargeSpreads = ['value', 'weight'] as const;
export type ChargeSpread = (typeof chargeSpreads)[number];

/**
 * Allocates an amount (ten-thousandths) in proportion to weights. The shares are integers that add up to the
 * amount, and each differs from its exact share by less than one. Shares are equal if all weights are 0.
 *
 * @param weights at least one, each 0 or more
 */
export function allocateByWeight(amountE4: number, weights: readonly bigint[]): number[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0n);
  const effectiveWeights = totalWeight === 0n ? weights.map(() => 1n) : weights;
  const total = totalWeight === 0n ? BigInt(weights.length) : totalWeight;
  let [cumulativeWeight, allocated] = [0n, 0n];
  return effectiveWeights.map((weight) => {
    cumulativeWeight += weight;
    const target = divideHalfEven(BigInt(amountE4) * cumulativeWeight, total);
    const share = toSafeNumber(target - allocated);
    allocated = target;
    return share;
  });
}

/**
 * Returns the amounts (ten-thousandths), reduced proportionally if their total exceeds the available amount.
 */
export function limitToAvailable(amountsE4: readonly number[], availableE4: number): number[] {
  if (amountsE4.reduce((sum, amount) => sum + amount, 0) <= availableE4) return [...amountsE4];
  return allocateByWeight(
    availableE4,
    amountsE4.map((amount) => BigInt(Math.max(0, amount))),
  );
}

/** Cost of a receipt line; quantities in counted units, prices in the currency of the receipt. */
export interface PayableLine {
  /** Accepted and payable, without free and rejected quantities. */
  qtyMicro: number;
  priceMicro: number;
  /** Weight of the quantity that entered stock; all lines must use the same unit. */
  weight: bigint;
}

export interface LandedLine {
  valueE4: number;
  /** Share of freight and charges, in the currency of the receipt. */
  chargeE4: number;
  /** Value and charges in the base currency. */
  landedE4: number;
}

/**
 * Computes landed costs: price plus a share of freight and charges by value or weight. In ten-thousandths,
 * shares add up exactly to the charges, and landed values to the total in the base currency.
 *
 * @param chargesE4 freight and charges together
 * @param rate base currency per unit of the receipt's currency
 * @throws QuantityError OUT_OF_RANGE
 */
export function computeLandedCosts(
  lines: readonly PayableLine[],
  chargesE4: number,
  spreadBy: ChargeSpread,
  rate: Exact,
): LandedLine[] {
  if (lines.length === 0) return [];
  const values = lines.map(({ qtyMicro, priceMicro }) => computeValueAtPrice(qtyMicro, priceMicro));
  const charges = allocateByWeight(
    chargesE4,
    spreadBy === 'weight' ? lines.map(({ weight }) => weight) : values.map(BigInt),
  );
  const costs = values.map((valueE4, index) => BigInt(valueE4) + BigInt(charges[index] ?? 0));
  const totalCost = costs.reduce((sum, cost) => sum + cost, 0n);
  const inBaseE4 = toSafeNumber(roundExact(multiplyExact(exact(totalCost, 1n), rate)));
  const landed = totalCost === 0n ? costs.map(() => 0) : allocateByWeight(inBaseE4, costs);
  return values.map((valueE4, index) => ({
    valueE4,
    chargeE4: charges[index] ?? 0,
    landedE4: landed[index] ?? 0,
  }));
}
