import { expect, test } from 'vitest';
import { getSubstitutionRule, substitutionRules } from './substituting.ts';

test.each([
  [null, null, 'allowed'],
  [undefined, 'allowed', 'allowed'],
  ['allowed', 'ask', 'ask'],
  ['ask', null, 'ask'],
  ['ask', 'never', 'never'],
  ['never', 'allowed', 'never'],
  [null, 'never', 'never'],
  ['a value of another server', null, 'allowed'],
] as const)('P10: the stricter rule applies: item %s, branch %s: %s', (item, branch, expected) => {
  expect(getSubstitutionRule(item, branch)).toBe(expected);
});

test('P10: neither rule relaxes the other', () => {
  const strictness = (item?: string, branch?: string) =>
    substitutionRules.indexOf(getSubstitutionRule(item, branch));
  for (const item of substitutionRules)
    for (const branch of substitutionRules) {
      expect(strictness(item, branch)).toBeGreaterThanOrEqual(strictness(item));
      expect(strictness(item, branch)).toBeGreaterThanOrEqual(strictness(branch));
    }
});
