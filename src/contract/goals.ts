import { z } from 'zod';
import { type Goals, goalKeys } from '#domain/reports/goals.ts';
import { tileType } from '#domain/reports/tiles.ts';
import { id } from './common.ts';

/** A goal as its tile is told: a share in percent with two decimals, a number of rows, or money. */
function goal(key: (typeof goalKeys)[number]) {
  const type = tileType(key);
  if (type === 'count')
    return z.int('Enter a whole number').min(0, '0 or more').max(1_000_000_000, 'At most 1,000,000,000');
  const most = type === 'percent' ? 100 : 1_000_000_000;
  return z
    .number('Must be a number')
    .min(0, '0 or more')
    .max(most, `At most ${most.toLocaleString('en')}`)
    .refine((value) => Number(value.toFixed(2)) === value, 'At most 2 decimals');
}

/** Goals by their tiles; a tile that is left out, or null, has none. */
const goals = z.strictObject(
  Object.fromEntries(goalKeys.map((key) => [key, goal(key).nullable().optional()])),
);

/** `GET /reports/goals`: the goals of tiles, of the business and of branches that have some of their own. */
export const tileGoals = z.object({
  business: z.record(z.string(), z.number()),
  branches: z.record(z.string(), z.record(z.string(), z.number())),
  /** Changes with every save; the ETag. */
  version: z.number(),
});
export type TileGoals = { business: Goals; branches: Record<string, Goals>; version: number };

/** `PUT /reports/goals`: all goals of the business, or of one place. */
export const tileGoalsInput = z.strictObject({
  /** Null: of the business. */
  branch: id.nullable().default(null),
  goals,
});
export type TileGoalsInput = z.input<typeof tileGoalsInput>;
