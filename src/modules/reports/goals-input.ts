import { z } from 'zod';
import { type Goals, goalKeys } from './goal-rules.ts';
import { getTileType } from './tiles.ts';
import { id } from '#platform/shapes/common.ts';

/** A goal in the type of its tile: a percentage with two decimals, a number of rows, or money. */
function buildGoalSchema(key: (typeof goalKeys)[number]) {
  const type = getTileType(key);
  if (type === 'count')
    return z.int('Enter a whole number').min(0, '0 or more').max(1_000_000_000, 'At most 1,000,000,000');
  const max = type === 'percent' ? 100 : 1_000_000_000;
  return z
    .number('Must be a number')
    .min(0, '0 or more')
    .max(max, `At most ${max.toLocaleString('en')}`)
    .refine((value) => Number(value.toFixed(2)) === value, 'At most 2 decimals');
}

/** Goals by tile; an omitted or null tile has none. */
const goals = z.strictObject(
  Object.fromEntries(goalKeys.map((key) => [key, buildGoalSchema(key).nullable().optional()])),
);
export type TileGoals = { business: Goals; branches: Record<string, Goals>; version: number };

/** `PUT /reports/goals`: all goals of the business or of one location. */
export const tileGoalsInput = z.strictObject({
  /** Null for the business. */
  branch: id.nullable().default(null),
  goals,
});
export type TileGoalsInput = z.input<typeof tileGoalsInput>;
