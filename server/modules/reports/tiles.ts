import type { Tile, TilesQuery } from '#contract/figures.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { goalKind, goalOf, isGoalMet } from '#domain/reports/goals.ts';
import { paramsOf, reportShapes } from '#domain/reports/shapes.ts';
import {
  isHeavyTile,
  maySeeTile,
  type TileKey,
  tileKeys,
  type TileShape,
  tileShapes,
  tileType,
} from '#domain/reports/tiles.ts';
import type { Queryable } from '../../db/types.ts';
import { keptGoals, placeOf } from './goals.ts';
import { type Asking, mayRun, type ReportTotals, runTotals } from './run.ts';

/** The days of a tile, and as many before them. */
interface Span {
  from: string;
  to: string;
}

/**
 * The tiles that somebody may see: those whose report they may read, and of money those who may see costs alone. Each is a total of
 * that report, asked as they would ask it.
 */
export async function tilesFor(db: Queryable, query: TilesQuery, asking: Asking): Promise<Tile[]> {
  const { from, to } = query;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const before = { from: addDays(from, -days), to: addDays(from, -1) };
  // A figure that several tiles show is read once.
  const runs = new Map<string, Promise<ReportTotals>>();
  const run = (tile: TileShape, span: Span) => {
    const asked = askedBy(tile, span, query);
    const known = `${tile.report} ${tile.figure} ${JSON.stringify(asked)}`;
    const found = runs.get(known) ?? runTotals(db, tile.report, asked, asking, tile.figure);
    runs.set(known, found);
    return found;
  };
  const goals = await keptGoals(db);
  const place = placeOf(asking.actor, query.branch);
  const goalFor = (key: TileKey, figure: number | null): Tile['goal'] => {
    const goal = goalOf(key, goals, place, days);
    const kind = goalKind(key);
    return goal && { ...goal, kind, isMet: isGoalMet(kind, figure, goal.value) };
  };
  const told: Tile[] = [];
  for (const key of tileKeys) {
    if (!isWanted(key, query) || !(await maySee(db, asking, key))) continue;
    const tile: TileShape = tileShapes[key];
    const now = await run(tile, { from, to });
    // Shares of days do not add up to that of them all.
    const byDay = tileType(key) === 'percent' ? undefined : await now.byDay?.(tile.figure);
    const value = figureIn(now, tile.figure);
    told.push({
      key,
      report: tile.report,
      params: now.params,
      figure: tile.figure,
      type: tileType(key),
      value,
      before: tile.isOfNow ? null : figureIn(await run(tile, before), tile.figure),
      byDay: byDay ? Array.from({ length: days }, (_, n) => byDay.get(addDays(from, n)) ?? 0) : null,
      goal: goalFor(key, value),
    });
  }
  return told;
}

const isWanted = (key: TileKey, { which }: TilesQuery): boolean =>
  which === undefined || isHeavyTile(key) === (which === 'heavy');

const maySee = async (db: Queryable, { actor }: Asking, key: TileKey): Promise<boolean> =>
  maySeeTile(actor, key) && (await mayRun(db, actor, reportShapes[tileShapes[key].report]));

/** What the report of a tile is asked: of a single day the last of the period, of this moment the day that it is. */
function askedBy(
  { report, asked, isOfNow }: TileShape,
  { from, to }: Span,
  { branch, today }: TilesQuery,
): Record<string, string> {
  const takes = paramsOf(reportShapes[report]);
  return {
    ...(takes.includes('days') && { from, to }),
    ...(takes.includes('day') && { day: isOfNow ? today : to }),
    ...(branch !== undefined && { branch }),
    ...asked,
  };
}

const figureIn = ({ total, totals }: ReportTotals, figure: string): number | null =>
  figure === 'rows' ? total : (totals[figure] ?? null);
