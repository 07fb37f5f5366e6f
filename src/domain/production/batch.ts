import { divideHalfEven, exactOrNull, toSafeNumber } from '../quantity.ts';

/** What of a requirement is due once so much of a batch was made or lost; all quantities in millionths. */
export function dueMicro(neededMicro: number, processedMicro: number, plannedMicro: number): number {
  if (plannedMicro <= 0) return 0;
  return toSafeNumber(divideHalfEven(BigInt(neededMicro) * BigInt(processedMicro), BigInt(plannedMicro)));
}

export interface BatchProgress {
  plannedMicro: number;
  /** Made and lost so far. */
  processedMicro: number;
}

/**
 * What the recipe takes for the next part of a batch. It is the difference of what is due before and after, so that the
 * parts add up to the requirement of the whole batch exactly, however many there are.
 */
export const nextDueMicro = (
  neededMicro: number,
  { plannedMicro, processedMicro }: BatchProgress,
  nextMicro: number,
) =>
  dueMicro(neededMicro, processedMicro + nextMicro, plannedMicro) -
  dueMicro(neededMicro, processedMicro, plannedMicro);

/** What is still needed for the rest of a batch; nothing once all of it was made or lost. */
export const remainingMicro = (
  neededMicro: number,
  { plannedMicro, processedMicro }: BatchProgress,
): number =>
  Math.max(0, neededMicro - dueMicro(neededMicro, Math.min(processedMicro, plannedMicro), plannedMicro));

/** How much of a batch is still to be made. */
export const remainingToMakeMicro = ({ plannedMicro, processedMicro }: BatchProgress): number =>
  Math.max(0, plannedMicro - processedMicro);

/** One thing that a batch makes. */
export interface BatchOutput {
  lineId: string;
  /** Good, in base units. */
  qtyMicro: number;
  /** Of what goes in, in millionths of a percent. */
  shareMicro: number | null;
  /** A by-product at a fixed value for each base unit, in ten-thousandths: it takes that, and no share. */
  fixedE4: number | null;
}

const allMicro = 100_000_000;

/** Whether the shares of what has no fixed value are all said and sum to 100 %; a single one has all of it. */
export function areSharesComplete(outputs: readonly Pick<BatchOutput, 'shareMicro' | 'fixedE4'>[]): boolean {
  const shared = outputs.filter(({ fixedE4 }) => fixedE4 === null);
  if (shared.length === 1 && shared[0]?.shareMicro === null) return true;
  return (
    shared.every(({ shareMicro }) => shareMicro !== null && shareMicro >= 0) &&
    shared.reduce((sum, { shareMicro }) => sum + (shareMicro ?? 0), 0) === allMicro
  );
}

export interface AllocatedBatchCost {
  /** What each output is worth altogether, in ten-thousandths. */
  valueE4: Map<string, number>;
  /** What went in and is in no output, because nothing good was made. */
  lostE4: number;
}

/**
 * Shares what went in among what came out: by-products take their fixed value, and the rest goes to the others by their
 * shares, of those that were made, to the last unit of money. What was lost is carried by what is good. Null where
 * by-products are worth more than all that went in.
 */
export function allocateBatchCost(inE4: number, outputs: readonly BatchOutput[]): AllocatedBatchCost | null {
  const made = outputs.filter(({ qtyMicro }) => qtyMicro > 0);
  const valueE4 = new Map<string, number>();
  let restE4 = inE4;
  for (const { lineId, qtyMicro, fixedE4 } of made) {
    if (fixedE4 === null) continue;
    const value = toSafeNumber(divideHalfEven(BigInt(fixedE4) * BigInt(qtyMicro), 1_000_000n));
    valueE4.set(lineId, value);
    restE4 -= value;
  }
  if (restE4 < 0) return null;
  const shared = made.filter(({ fixedE4 }) => fixedE4 === null);
  const weights = shared.map(({ shareMicro }) => BigInt(shareMicro ?? allMicro));
  let whole = weights.reduce((sum, weight) => sum + weight, 0n);
  // What alone was made carries all of it, whatever its share of the whole would have been.
  const isEven = whole === 0n;
  if (isEven) whole = BigInt(shared.length);
  if (shared.length === 0) return { valueE4, lostE4: restE4 };
  let upTo = 0n;
  let givenE4 = 0;
  for (const [at, { lineId }] of shared.entries()) {
    upTo += isEven ? 1n : (weights[at] ?? 0n);
    const edgeE4 = toSafeNumber(divideHalfEven(BigInt(restE4) * upTo, whole));
    valueE4.set(lineId, edgeE4 - givenE4);
    givenE4 = edgeE4;
  }
  return { valueE4, lostE4: 0 };
}

/** What one base unit of a good output costs: all that it is worth over what is good; null where nothing is. */
export const unitCostE4 = (valueE4: number, goodMicro: number): number | null =>
  goodMicro <= 0
    ? null
    : exactOrNull(() => toSafeNumber(divideHalfEven(BigInt(valueE4) * 1_000_000n, BigInt(goodMicro))));

/**
 * The last day on which what was made is good: by its own shelf life, and no later than the first of its ingredients where
 * its recipe says so. Null: it does not expire. Days are YYYY-MM-DD.
 */
export function batchExpiry(
  own: string | null,
  ingredients: readonly (string | null)[],
  followsIngredients: boolean,
): string | null {
  const days = [own, ...(followsIngredients ? ingredients : [])].filter((day) => day !== null);
  return days.reduce<string | null>((first, day) => (first === null || day < first ? day : first), null);
}
