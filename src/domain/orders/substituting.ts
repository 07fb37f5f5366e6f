import { effectiveQuantities, type OrderLine } from './lines.ts';

/** Whether another item may be packed instead of one: without a question, once the branch has said yes, or not at all. */
export const substitutingRules = ['allowed', 'ask', 'never'] as const;
export type Substituting = (typeof substitutingRules)[number];

/**
 * What holds for an item at a branch: the stricter of what is said of either. Where nothing is said of them, or something
 * that is no such rule, a substitute goes and the branch may refuse it.
 */
export function getSubstitutingRule(
  item: string | null | undefined,
  branch: string | null | undefined,
): Substituting {
  const said = [item, branch];
  if (said.includes('never')) return 'never';
  return said.includes('ask') ? 'ask' : 'allowed';
}

/** How many substitutes are packed to which the branch has said nothing yet. */
export const countOpenSubstitutes = (lines: readonly OrderLine[]): number =>
  lines.filter(
    (line) =>
      line.substituteFor !== null &&
      (line.substituteAnswer ?? null) === null &&
      effectiveQuantities(line).shippedMicro > 0,
  ).length;
