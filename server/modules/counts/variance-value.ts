import { toSafeNumber } from '#domain/quantity.ts';
import type { ComparedLine } from './compare.ts';

/** What the differences of a count are worth, as the books are now. */
export interface VarianceValue {
  absoluteE4: number;
  netE4: number;
}

/** Adds the differences up; what has no cost yet is worth nothing here, and asks for one. */
export function sumVarianceValue(judged: readonly Pick<ComparedLine, 'valueE4'>[]): VarianceValue {
  const values = judged.map(({ valueE4 }) => BigInt(valueE4 ?? 0));
  const sum = (of: readonly bigint[]) => toSafeNumber(of.reduce((all, value) => all + value, 0n));
  return { absoluteE4: sum(values.map((value) => (value < 0n ? -value : value))), netE4: sum(values) };
}

/** What a submitted count comes to: what its differences are worth, and how many of its lines ask something. */
export const summarizeCount = (judged: readonly ComparedLine[]): VarianceValue & { asking: number } => ({
  ...sumVarianceValue(judged),
  asking: judged.filter(({ questions: asks }) => asks.length > 0).length,
});
