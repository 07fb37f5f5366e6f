import { describe, expect, it } from 'vitest';
import {
  goalKeys,
  getGoalKind,
  resolveGoal,
  type GoalPlace,
  isCumulativeTile,
  isGoalMet,
} from './goal-rules.ts';

const goals = {
  business: { fillRate: 98, belowPar: 20, wastage: 300 },
  branches: { harbour: { fillRate: 95, belowPar: 3 } },
};
const all: GoalPlace = { kind: 'all' };
const harbour: GoalPlace = { kind: 'one', place: 'harbour' };
const station: GoalPlace = { kind: 'one', place: 'station' };
const severalPlaces: GoalPlace = { kind: 'some' };

describe('the goal of a tile', () => {
  it.each([
    ['fillRate', all, 30, { value: 98, scope: 'business' }],
    ['fillRate', harbour, 30, { value: 95, scope: 'branch' }],
    // A business-wide percentage goal applies at every location.
    ['fillRate', station, 30, { value: 98, scope: 'business' }],
    ['fillRate', severalPlaces, 30, { value: 98, scope: 'business' }],
    // A business-wide count goal applies to all locations together.
    ['belowPar', all, 30, { value: 20, scope: 'business' }],
    ['belowPar', harbour, 30, { value: 3, scope: 'branch' }],
    ['belowPar', station, 30, null],
    ['belowPar', severalPlaces, 30, null],
    // Goals for cumulative amounts are scaled: 300 in 30 days is 70 in 7.
    ['wastage', all, 30, { value: 300, scope: 'business' }],
    ['wastage', all, 7, { value: 70, scope: 'business' }],
    ['wastage', all, 1, { value: 10, scope: 'business' }],
    ['otif', all, 30, null],
  ] as const)('%s of %o in %i days is %o', (key, place, days, goal) => {
    expect(resolveGoal(key, goals, place, days)).toEqual(goal);
  });

  it.each([
    ['atLeast', 98, true],
    ['atLeast', 97.99, false],
    ['atMost', 98, true],
    ['atMost', 98.01, false],
    ['atMost', null, null],
  ] as const)('whether a goal of %s 98 is met by %o: %o', (kind, figure, isMet) => {
    expect(isGoalMet(kind, figure, 98)).toBe(isMet);
  });

  it('exists only for tiles where higher or lower is better', () => {
    expect(goalKeys.map((key) => [key, getGoalKind(key), isCumulativeTile(key)])).toEqual([
      ['sales', 'atLeast', true],
      ['stockValue', 'atMost', false],
      ['belowPar', 'atMost', false],
      ['expiring', 'atMost', false],
      ['notBilled', 'atMost', false],
      ['fillRate', 'atLeast', false],
      ['otif', 'atLeast', false],
      ['wastage', 'atMost', true],
      ['wastageShare', 'atMost', false],
      ['foodCost', 'atMost', false],
    ]);
  });
});
