import { type Actor, canRead } from '#core/permissions.ts';
import { canReadReport, reportShapes, type ReportName } from './report-shapes.ts';
import type { TrendGrain } from './trend-spans.ts';
import type { ReportCell, ReportColumnShape } from '#platform/reports/shape-types.ts';

/** A dashboard tile: a total of a report, which it opens with the same parameters. */
export interface TileShape {
  report: ReportName;
  /** The total it shows; `rows` is the number of rows. */
  totalKey: string;
  /** Report parameters other than days and branch. */
  fixedParams?: Readonly<Record<string, string>>;
  /** Whether the tile shows the current state, without a previous period to compare with. */
  isPointInTime?: true;
  /**
   * Whether the tile is expensive to compute; such tiles are requested separately, so that others don't wait.
   */
  isHeavy?: true;
  /** The direction that counts as an improvement; absent if neither does. */
  goodDirection?: 'up' | 'down';
  /** Time span of each trend point; absent without a trend. Daily trends require a grouped report. */
  trend?: TrendGrain;
}

/** Tiles by key. */
export const tileShapes = {
  sales: { report: 'sales', totalKey: 'net', goodDirection: 'up', trend: 'day' },
  stockValue: { report: 'valuation', totalKey: 'value', goodDirection: 'down', trend: 'week' },
  belowPar: { report: 'below-par', totalKey: 'rows', isPointInTime: true, goodDirection: 'down' },
  expiring: {
    report: 'expiry',
    totalKey: 'rows',
    fixedParams: { within: '7' },
    isPointInTime: true,
    goodDirection: 'down',
  },
  notBilled: { report: 'not-billed', totalKey: 'open', goodDirection: 'down' },
  fillRate: { report: 'order-fill', totalKey: 'lineFill', goodDirection: 'up' },
  otif: { report: 'order-fill', totalKey: 'otif', goodDirection: 'up' },
  wastage: { report: 'wastage', totalKey: 'cost', goodDirection: 'down' },
  wastageShare: { report: 'wastage-share', totalKey: 'wastage', goodDirection: 'down', trend: 'week' },
  foodCost: {
    report: 'food-cost',
    totalKey: 'actualPercent',
    isHeavy: true,
    goodDirection: 'down',
    trend: 'period',
  },
  purchases: { report: 'purchases', totalKey: 'landedValue' },
} as const satisfies Record<string, TileShape>;

export type TileKey = keyof typeof tileShapes;
export const tileKeys = Object.keys(tileShapes) as [TileKey, ...TileKey[]];

/** Tiles that are drawn as a trend. */
export const trendKeys = [
  'sales',
  'foodCost',
  'wastageShare',
  'stockValue',
] as const satisfies readonly TileKey[];

/**
 * Rows of tiles:
 *
 * - stock: stock at the end of the period, shortages now, upcoming expiries, and amounts owed.
 * - period: totals of the requested days.
 */
export const tileRows = {
  stock: ['stockValue', 'belowPar', 'expiring', 'notBilled'],
  period: ['fillRate', 'otif', 'purchases', 'wastage', 'wastageShare', 'foodCost'],
} as const satisfies Record<string, readonly TileKey[]>;

/** Returns whether a tile is expensive to compute. */
export function isHeavyTile(key: TileKey): boolean {
  const { isHeavy }: TileShape = tileShapes[key];
  return isHeavy === true;
}

/** Returns the cell type of a tile's value. */
export function getTileType(key: TileKey): ReportCell {
  const { report, totalKey }: TileShape = tileShapes[key];
  const columns: readonly ReportColumnShape[] = reportShapes[report].columns;
  return columns.find((column) => column.key === totalKey)?.type ?? 'count';
}

/** Returns whether a user may see a tile: its report, and amounts only with access to costs. */
export const canSeeTile = (actor: Actor, key: TileKey): boolean =>
  canReadReport(actor, reportShapes[tileShapes[key].report]) &&
  (getTileType(key) !== 'money' || canRead(actor, 'costs'));
