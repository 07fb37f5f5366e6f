import { getReportParams, reportShapes } from './report-shapes.ts';
import { type TileKey, tileKeys, type TileShape, tileShapes, getTileType } from './tiles.ts';

/** Whether a goal is a minimum or a maximum. */
export type GoalKind = 'atLeast' | 'atMost';

/** Goals by tile key. */
export type Goals = Readonly<Partial<Record<TileKey, number>>>;

/** Goals of the business, and those set for single branches. */
export interface StoredGoals {
  business: Goals;
  branches: Readonly<Record<string, Goals>>;
}

/** Number of days that the goal of a cumulative amount refers to. */
export const goalDays = 30;

/** Tiles that can have a goal, because more or less is better. */
export const goalKeys: readonly TileKey[] = tileKeys.filter(
  (key) => getImprovingDirection(key) !== undefined,
);

function getImprovingDirection(key: TileKey): TileShape['goodDirection'] {
  const shape: TileShape = tileShapes[key];
  return shape.goodDirection;
}

/**
 * Returns whether a goal is a minimum or a maximum.
 *
 * @param key a tile that can have a goal
 */
export const getGoalKind = (key: TileKey): GoalKind =>
  getImprovingDirection(key) === 'up' ? 'atLeast' : 'atMost';

/** Returns whether a tile's value grows with the number of days, so that its goal refers to `goalDays`. */
export const isCumulativeTile = (key: TileKey): boolean =>
  getTileType(key) !== 'percent' && getReportParams(reportShapes[tileShapes[key].report]).includes('days');

/** Scope of a tile: everything, one location, or some. */
export type GoalPlace = { kind: 'all' } | { kind: 'one'; place: string } | { kind: 'some' };

/**
 * Returns the goal of a tile: the location's, otherwise the business's. A business goal applies to every
 * location if it is a percentage; an amount or count applies only to the whole business.
 *
 * @param days number of days of the tile; goals of cumulative amounts are scaled to it, rounded to four
 *   decimals
 */
export function resolveGoal(
  key: TileKey,
  { business, branches }: StoredGoals,
  place: GoalPlace,
  days: number,
): { value: number; scope: 'business' | 'branch' } | null {
  const branchGoal = place.kind === 'one' ? branches[place.place]?.[key] : undefined;
  const businessGoal = place.kind === 'all' || getTileType(key) === 'percent' ? business[key] : undefined;
  const goal = branchGoal ?? businessGoal;
  if (goal === undefined) return null;
  return {
    value: isCumulativeTile(key) ? Math.round((goal * days * 10_000) / goalDays) / 10_000 : goal,
    scope: branchGoal === undefined ? 'business' : 'branch',
  };
}

/** Returns whether a value meets its goal; null without a value. */
export function isGoalMet(kind: GoalKind, value: number | null, goal: number): boolean | null {
  if (value === null) return null;
  return kind === 'atLeast' ? value >= goal : value <= goal;
}
