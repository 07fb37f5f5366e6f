import { expect, it } from 'vitest';
import { classifyAbc, isCycleCountDue } from './cycle.ts';

it('classifies items by value used: 80, 15 and 5 percent', () => {
  const used = new Map([
    ['a', 80n],
    ['b', 15n],
    ['c', 5n],
    ['d', 0n],
  ]);
  expect([...classifyAbc(used)]).toEqual([
    ['a', 'A'],
    ['b', 'B'],
    ['c', 'C'],
  ]);
});

it.each([
  ['A', null, true],
  ['A', '2026-03-01T00:00:00.000Z', false],
  ['A', '2026-02-10T00:00:00.000Z', true],
  ['B', '2026-02-10T00:00:00.000Z', false],
  ['C', '2025-11-01T00:00:00.000Z', true],
] as const)('class %s, counted %s, is due: %s', (abcClass, countedAt, due) => {
  expect(isCycleCountDue(abcClass, countedAt, new Date('2026-03-04T09:00:00.000Z'))).toBe(due);
});
