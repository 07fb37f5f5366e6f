import { toSafeNumber } from '#core/quantity.ts';
import type { ComparedCountLine } from './compare.ts';

/** The value of a count's variance, computed from the current ledger. */
export interface VarianceValue {
  absoluteE4: number;
  netE4: number;
}

/** Sums the variance value; lines without a cost count as 0 and raise a question. */
export function sumVarianceValue(
  comparedLines: readonly Pick<ComparedCountLine, 'valueE4'>[],
): VarianceValue {
  const values = comparedLines.map(({ valueE4 }) => BigInt(valueE4 ?? 0));
  const sum = (terms: readonly bigint[]) => toSafeNumber(terms.reduce((all, value) => all + value, 0n));
  return { absoluteE4: sum(values.map((value) => (value < 0n ? -value : value))), netE4: sum(values) };
}

/** Returns the variance value of a submitted count and its number of lines with questions. */
export const summarizeCount = (
  comparedLines: readonly ComparedCountLine[],
): VarianceValue & { openQuestionLines: number } => ({
  ...sumVarianceValue(comparedLines),
  openQuestionLines: comparedLines.filter(({ questions }) => questions.length > 0).length,
});
