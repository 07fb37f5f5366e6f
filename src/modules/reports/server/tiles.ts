import type { TilesQueryParams } from '../figures-input.ts';
import type { Tile } from '../figures-shapes.ts';
import { comparisonDays, daysIn } from '#core/periods.ts';
import { goalKind, effectiveGoal, isGoalMet } from '../goal-rules.ts';
import { paramsOf, reportShapes } from '../report-shapes.ts';
import {
  isHeavyTile,
  canSeeTile,
  type TileKey,
  tileKeys,
  type TileShape,
  tileShapes,
  tileType,
} from '../tiles.ts';
import { addDays } from '#core/day.ts';
import { limitConcurrency } from '#platform/server/db/limit-concurrency.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { ReportDays } from './define.ts';
import { loadTileGoals, goalLocation } from './goals.ts';
import type { DayTotals } from './grouped.ts';
import { type ReportContext, canRunReport, runDailyTotals, runTotals } from './run.ts';

/** Limit of concurrent report reads of a request; each uses a database connection. */
const maxConcurrentReads = 3;

/**
 * Loads the tiles that an actor may see. Each is a total of its report, with the same query and permissions.
 */
export async function loadTiles(
  db: Queryable,
  query: TilesQueryParams,
  context: ReportContext,
): Promise<Tile[]> {
  const { from, to } = query;
  const days = daysIn(query);
  const before = comparisonDays(query, 'period');
  // One read per report covers both periods and all its tiles.
  const turns = limitConcurrency(maxConcurrentReads);
  const reads = new Map<string, Promise<DayTotals>>();
  const totalsOfDays = (tile: TileShape) => {
    const params = tileReportParams(tile, { from: before.from, to }, query);
    const cacheKey = `${tile.report} ${JSON.stringify(params)}`;
    const found =
      reads.get(cacheKey) ?? turns.run(() => runDailyTotals(db, tile.report, params, context, tile.figure));
    reads.set(cacheKey, found);
    return found;
  };
  const figuresOf = async (tile: TileShape, type: Tile['type']) => {
    if (reportShapes[tile.report].kind === 'grouped') {
      const result = await totalsOfDays(tile);
      // Daily percentages don't add up.
      const byDay = type === 'percent' ? null : result.of(tile.figure);
      return {
        value: result.over({ from, to })[tile.figure] ?? null,
        before: result.over(before)[tile.figure] ?? null,
        byDay: byDay && Array.from({ length: days }, (_, n) => byDay.get(addDays(from, n)) ?? 0),
      };
    }
    const over = async (span: ReportDays) => {
      const params = tileReportParams(tile, span, query);
      const { total, totals } = await turns.run(() =>
        runTotals(db, tile.report, params, context, tile.figure),
      );
      return tile.figure === 'rows' ? total : (totals[tile.figure] ?? null);
    };
    const [value, past] = await Promise.all([over({ from, to }), tile.isPointInTime ? null : over(before)]);
    return { value, before: past, byDay: null };
  };
  const goals = await loadTileGoals(db);
  const place = goalLocation(context.actor, query.branch);
  const visibleTiles: TileKey[] = [];
  for (const key of tileKeys) if (isSelected(key, query) && canShowTile(context, key)) visibleTiles.push(key);
  const result = visibleTiles.map(async (key): Promise<Tile> => {
    const tile: TileShape = tileShapes[key];
    const type = tileType(key);
    const figures = await figuresOf(tile, type);
    const goal = effectiveGoal(key, goals, place, days);
    const kind = goalKind(key);
    return {
      key,
      report: tile.report,
      params: tileReportParams(tile, { from, to }, query),
      figure: tile.figure,
      type,
      ...figures,
      goal: goal && { ...goal, kind, isMet: isGoalMet(kind, figures.value, goal.value) },
    };
  });
  return Promise.all(result);
}

const isSelected = (key: TileKey, { which }: TilesQueryParams): boolean =>
  which === undefined || isHeavyTile(key) === (which === 'heavy');

const canShowTile = ({ actor }: ReportContext, key: TileKey): boolean =>
  canSeeTile(actor, key) && canRunReport(actor, reportShapes[tileShapes[key].report]);

/** Report parameters of a tile: the last day of the period, or today for a current figure. */
function tileReportParams(
  { report, asked, isPointInTime }: TileShape,
  { from, to }: ReportDays,
  { branch, today }: TilesQueryParams,
): Record<string, string> {
  const takes = paramsOf(reportShapes[report]);
  return {
    ...(takes.includes('days') && { from, to }),
    ...(takes.includes('day') && { day: isPointInTime ? today : to }),
    ...(branch !== undefined && { branch }),
    ...asked,
  };
}
