import { divideHalfEven, toExactOrNull, toSafeNumber } from '#core/quantity.ts';

/**
 * Computes how much of a requirement is due when part of a batch has been made or lost; all quantities are in
 * millionths.
 */
export function computeDueMicro(neededMicro: number, processedMicro: number, plannedMicro: number): number {
  if (plannedMicro <= 0) return 0;
  return toSafeNumber(divideHalfEven(BigInt(neededMicro) * BigInt(processedMicro), BigInt(plannedMicro)));
}

export interface BatchProgress {
  plannedMicro: number;
  /** Made and lost so far. */
  processedMicro: number;
}

/**
 * Computes the recipe requirement for the next part of a batch: the difference between two due quantities, so
 * that any number of parts adds up exactly.
 */
export const computeNextDueMicro = (
  neededMicro: number,
  { plannedMicro, processedMicro }: BatchProgress,
  nextMicro: number,
) =>
  computeDueMicro(neededMicro, processedMicro + nextMicro, plannedMicro) -
  computeDueMicro(neededMicro, processedMicro, plannedMicro);

/** Computes the requirement for the rest of a batch; 0 once the batch is complete. */
export const computeRemainingMicro = (
  neededMicro: number,
  { plannedMicro, processedMicro }: BatchProgress,
): number =>
  Math.max(
    0,
    neededMicro - computeDueMicro(neededMicro, Math.min(processedMicro, plannedMicro), plannedMicro),
  );

/** Computes the quantity still to be made. */
export const computeRemainingToMakeMicro = ({ plannedMicro, processedMicro }: BatchProgress): number =>
  Math.max(0, plannedMicro - processedMicro);

/** One output of a batch. */
export interface BatchOutput {
  lineId: string;
  /** Good output in base units. */
  qtyMicro: number;
  /** Share of the cost, in millionths of a percent. */
  shareMicro: number | null;
  /** Fixed value per base unit of a by-product in ten-thousandths, instead of a share. */
  fixedE4: number | null;
}

const hundredPercentMicro = 100_000_000;

/**
 * Returns whether the shares of outputs without a fixed value are complete and add up to 100 %. A single
 * output needs no share.
 */
export function areSharesComplete(outputs: readonly Pick<BatchOutput, 'shareMicro' | 'fixedE4'>[]): boolean {
  const sharedOutputs = outputs.filter(({ fixedE4 }) => fixedE4 === null);
  if (sharedOutputs.length === 1 && sharedOutputs[0]?.shareMicro === null) return true;
  return (
    sharedOutputs.every(({ shareMicro }) => shareMicro !== null && shareMicro >= 0) &&
    sharedOutputs.reduce((sum, { shareMicro }) => sum + (shareMicro ?? 0), 0) === hundredPercentMicro
  );
}

export interface AllocatedBatchCost {
  /** Total value by output, in ten-thousandths. */
  valueE4: Map<string, number>;
  /** Input cost if there is no good output. */
  lostE4: number;
}

/**
 * Allocates the input cost to the outputs, exact to the minor unit: by-products get their fixed value, and
 * the rest is split by shares among the outputs that were made. The cost of losses is included in the good
 * output. Returns null if by-products are worth more than the input.
 */
export function allocateBatchCost(
  inputE4: number,
  outputs: readonly BatchOutput[],
): AllocatedBatchCost | null {
  const produced = outputs.filter(({ qtyMicro }) => qtyMicro > 0);
  const valueE4 = new Map<string, number>();
  let remainingE4 = inputE4;
  for (const { lineId, qtyMicro, fixedE4 } of produced) {
    if (fixedE4 === null) continue;
    const value = toSafeNumber(divideHalfEven(BigInt(fixedE4) * BigInt(qtyMicro), 1_000_000n));
    valueE4.set(lineId, value);
    remainingE4 -= value;
  }
  if (remainingE4 < 0) return null;
  const sharedOutputs = produced.filter(({ fixedE4 }) => fixedE4 === null);
  const weights = sharedOutputs.map(({ shareMicro }) => BigInt(shareMicro ?? hundredPercentMicro));
  let totalWeight = weights.reduce((sum, weight) => sum + weight, 0n);
  // If only outputs without a share were made, the cost is split evenly.
  const isEven = totalWeight === 0n;
  if (isEven) totalWeight = BigInt(sharedOutputs.length);
  if (sharedOutputs.length === 0) return { valueE4, lostE4: remainingE4 };
  let cumulativeWeight = 0n;
  let allocatedE4 = 0;
  for (const [index, { lineId }] of sharedOutputs.entries()) {
    cumulativeWeight += isEven ? 1n : (weights[index] ?? 0n);
    const targetE4 = toSafeNumber(divideHalfEven(BigInt(remainingE4) * cumulativeWeight, totalWeight));
    valueE4.set(lineId, targetE4 - allocatedE4);
    allocatedE4 = targetE4;
  }
  return { valueE4, lostE4: 0 };
}

/** Computes the cost per base unit of good output; null if there is none. */
export const computeUnitCostE4 = (valueE4: number, goodMicro: number): number | null =>
  goodMicro <= 0
    ? null
    : toExactOrNull(() => toSafeNumber(divideHalfEven(BigInt(valueE4) * 1_000_000n, BigInt(goodMicro))));

/**
 * Computes a batch's expiry date (YYYY-MM-DD): its own shelf life, limited by its earliest-expiring ingredient
 * if the recipe requires it. Null if it doesn't expire.
 */
export function computeBatchExpiry(
  ownDay: string | null,
  ingredients: readonly (string | null)[],
  followsIngredients: boolean,
): string | null {
  const days = [ownDay, ...(followsIngredients ? ingredients : [])].filter((day) => day !== null);
  return days.reduce<string | null>(
    (earliest, day) => (earliest === null || day < earliest ? day : earliest),
    null,
  );
}
