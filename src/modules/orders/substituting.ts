import { computeEffectiveQuantities, type OrderLifecycleLine } from './lines.ts';

/** Whether an item may be substituted: always, after the branch agrees, or never. */
export const substitutionRules = ['allowed', 'ask', 'never'] as const;
export type SubstitutionRule = (typeof substitutionRules)[number];

/**
 * Returns the substitution rule for an item at a branch: the stricter of the two. Without a valid rule,
 * substitutes are allowed and the branch may refuse them.
 */
export function getSubstitutionRule(
  item: string | null | undefined,
  branch: string | null | undefined,
): SubstitutionRule {
  const rules = [item, branch];
  if (rules.includes('never')) return 'never';
  return rules.includes('ask') ? 'ask' : 'allowed';
}

/** Counts picked substitutes that the branch has neither accepted nor refused. */
export const countOpenSubstitutes = (lines: readonly OrderLifecycleLine[]): number =>
  lines.filter(
    (line) =>
      line.substituteFor !== null &&
      (line.substituteAnswer ?? null) === null &&
      computeEffectiveQuantities(line).shippedMicro > 0,
  ).length;
