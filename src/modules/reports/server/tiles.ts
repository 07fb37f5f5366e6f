import type { TilesQueryParams } from '../figures-input.ts';
import type { Tile, TileTrend } from '../figures-shapes.ts';
import { getComparisonDays, countDays } from '#core/periods.ts';
import { getGoalKind, resolveGoal, isGoalMet } from '../goal-rules.ts';
import { getReportParams, reportShapes } from '../report-shapes.ts';
import {
  isHeavyTile,
  canSeeTile,
  type TileKey,
  tileKeys,
  type TileShape,
  tileShapes,
  getTileType,
  trendKeys,
} from '../tiles.ts';
import { type TrendGrain, computeTrendSpans } from '../trend-spans.ts';
import { limitConcurrency } from '#platform/server/db/limit-concurrency.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { ReportDays } from './define.ts';
import { loadTileGoals, resolveGoalLocation } from './goals.ts';
import type { DayTotals } from './grouped.ts';
import { type ReportContext, canRunReport, runDailyTotals, runTotals } from './run.ts';

/** Maximum number of concurrent report reads per request; each uses a database connection. */
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
  const days = countDays(query);
  const before = getComparisonDays(query, 'period');
  // One read per report covers both periods and all its tiles.
  const limiter = limitConcurrency(maxConcurrentReads);
  const totalsByKey = new Map<string, Promise<DayTotals>>();
  const loadTotalsOfDays = (tile: TileShape) => {
    const params = getTileReportParams(tile, { from: before.from, to }, query);
    const cacheKey = `${tile.report} ${JSON.stringify(params)}`;
    const totals =
      totalsByKey.get(cacheKey) ??
      limiter.run(() => runDailyTotals(db, tile.report, params, context, tile.totalKey));
    totalsByKey.set(cacheKey, totals);
    return totals;
  };
  const loadFigures = async (tile: TileShape) => {
    if (reportShapes[tile.report].kind === 'grouped') {
      const result = await loadTotalsOfDays(tile);
      return {
        value: result.sumOver({ from, to })[tile.totalKey] ?? null,
        previous: result.sumOver(before)[tile.totalKey] ?? null,
      };
    }
    const loadTotal = async (span: ReportDays) => {
      const params = getTileReportParams(tile, span, query);
      const { total, totals } = await limiter.run(() =>
        runTotals(db, tile.report, params, context, tile.totalKey),
      );
      return tile.totalKey === 'rows' ? total : (totals[tile.totalKey] ?? null);
    };
    const [value, previous] = await Promise.all([
      loadTotal({ from, to }),
      tile.isPointInTime ? null : loadTotal(before),
    ]);
    return { value, previous };
  };
  const goals = await loadTileGoals(db);
  const place = resolveGoalLocation(context.actor, query.branch);
  const result = listVisibleTiles(tileKeys, query, context).map(async (key): Promise<Tile> => {
    const tile: TileShape = tileShapes[key];
    const figures = await loadFigures(tile);
    const goal = resolveGoal(key, goals, place, days);
    const kind = getGoalKind(key);
    return {
      key,
      report: tile.report,
      params: getTileReportParams(tile, { from, to }, query),
      totalKey: tile.totalKey,
      type: getTileType(key),
      ...figures,
      goal: goal && { ...goal, kind, isMet: isGoalMet(kind, figures.value, goal.value) },
    };
  });
  return Promise.all(result);
}

/**
 * Loads the trends of the tiles that an actor may see. Each point is the total of the tile's report for its
 * days, with the same query and permissions.
 */
export async function loadTileTrends(
  db: Queryable,
  query: TilesQueryParams,
  context: ReportContext,
): Promise<TileTrend[]> {
  const limiter = limitConcurrency(maxConcurrentReads);
  const loadPoints = async (tile: TileShape, grain: TrendGrain): Promise<TileTrend['points']> => {
    const spans = computeTrendSpans(grain, query, query.today);
    const [first, last] = [spans[0], spans.at(-1)];
    if (!first || !last) return [];
    if (grain === 'day') {
      const params = getTileReportParams(tile, { from: first.from, to: last.to }, query);
      const totals = await limiter.run(() => runDailyTotals(db, tile.report, params, context, tile.totalKey));
      const byDay = totals.byDay(tile.totalKey);
      return spans.map((span) => ({ ...span, value: byDay.get(span.from) ?? null }));
    }
    return Promise.all(
      spans.map(async (span) => {
        const params = getTileReportParams(tile, span, query);
        const { totals } = await limiter.run(() =>
          runTotals(db, tile.report, params, context, tile.totalKey),
        );
        return { ...span, value: totals[tile.totalKey] ?? null };
      }),
    );
  };
  return Promise.all(
    listVisibleTiles(trendKeys, query, context).map(async (key) => {
      const tile: TileShape = tileShapes[key];
      return { key, points: tile.trend ? await loadPoints(tile, tile.trend) : [] };
    }),
  );
}

const listVisibleTiles = (
  keys: readonly TileKey[],
  query: TilesQueryParams,
  context: ReportContext,
): TileKey[] => keys.filter((key) => isSelected(key, query) && canShowTile(context, key));

const isSelected = (key: TileKey, { cost }: TilesQueryParams): boolean =>
  cost === undefined || isHeavyTile(key) === (cost === 'heavy');

const canShowTile = ({ actor }: ReportContext, key: TileKey): boolean =>
  canSeeTile(actor, key) && canRunReport(actor, reportShapes[tileShapes[key].report]);

/** Returns the report parameters of a tile: the period or its last day, or today for a point-in-time tile. */
function getTileReportParams(
  { report, fixedParams, isPointInTime }: TileShape,
  { from, to }: ReportDays,
  { branch, today }: TilesQueryParams,
): Record<string, string> {
  const reportParams = getReportParams(reportShapes[report]);
  return {
    ...(reportParams.includes('days') && { from, to }),
    ...(reportParams.includes('day') && { day: isPointInTime ? today : to }),
    ...(branch !== undefined && { branch }),
    ...fixedParams,
  };
}
