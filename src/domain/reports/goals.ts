import { paramsOf, reportShapes } from './shapes.ts';
import { type TileKey, tileKeys, type TileShape, tileShapes, tileType } from './tiles.ts';

/** Which side of a goal is the good one. */
export type GoalKind = 'atLeast' | 'atMost';

/** Goals by the key of their tile. */
export type Goals = Readonly<Partial<Record<TileKey, number>>>;

/** The goals of the business, and those that branches have of their own. */
export interface StoredGoals {
  business: Goals;
  branches: Readonly<Record<string, Goals>>;
}

/** Over how many days the goal of an amount that grows with its days is told. */
export const goalDays = 30;

/** Tiles that can have a goal: of the others neither more nor less is better. */
export const goalKeys: readonly TileKey[] = tileKeys.filter((key) => goodOf(key) !== undefined);

function goodOf(key: TileKey): TileShape['good'] {
  const shape: TileShape = tileShapes[key];
  return shape.good;
}

/** @param key a tile that can have a goal */
export const goalKind = (key: TileKey): GoalKind => (goodOf(key) === 'up' ? 'atLeast' : 'atMost');

/** Whether the figure of a tile grows with its days, so that its goal is for `goalDays` of them. */
export const isGoalByDays = (key: TileKey): boolean =>
  tileType(key) !== 'percent' && paramsOf(reportShapes[tileShapes[key].report]).includes('days');

/** Whose figures a tile shows: everything, one place, or some of them. */
export type GoalPlace = { kind: 'all' } | { kind: 'one'; place: string } | { kind: 'some' };

/**
 * The goal of a tile: that of the place, else that of the business. The business means a share at every place, and an amount or a number
 * for everything together: what all places may lack or waste says nothing of one of them.
 *
 * @param days how many the tile is of: the goal of what grows with them is told for as many, to the ten-thousandth
 */
export function effectiveGoal(
  key: TileKey,
  { business, branches }: StoredGoals,
  place: GoalPlace,
  days: number,
): { value: number; of: 'business' | 'branch' } | null {
  const own = place.kind === 'one' ? branches[place.place]?.[key] : undefined;
  const shared = place.kind === 'all' || tileType(key) === 'percent' ? business[key] : undefined;
  const goal = own ?? shared;
  if (goal === undefined) return null;
  return {
    value: isGoalByDays(key) ? Math.round((goal * days * 10_000) / goalDays) / 10_000 : goal,
    of: own === undefined ? 'business' : 'branch',
  };
}

/** Whether a figure meets its goal; null where there is no figure. */
export function isGoalMet(kind: GoalKind, figure: number | null, goal: number): boolean | null {
  if (figure === null) return null;
  return kind === 'atLeast' ? figure >= goal : figure <= goal;
}
