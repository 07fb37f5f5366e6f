import { type Actor, canRead } from '#core/permissions.ts';
import { canReadReport, reportShapes, type ReportName } from './report-shapes.ts';
import type { ReportCell, ReportColumnShape } from '#platform/reports/shape-types.ts';

/** A dashboard tile: a total of a report, which it opens with the same parameters. */
export interface TileShape {
  report: ReportName;
  /** The total it shows; `rows` is the number of rows. */
  figure: string;
  /** Report parameters other than days and branch. */
  fixedParams?: Readonly<Record<string, string>>;
  /** A current figure without a previous period to compare with. */
  isPointInTime?: true;
  /** Expensive to compute; requested separately so that other tiles don't wait. */
  isHeavy?: true;
  /** The direction that counts as an improvement; absent if neither does. */
  good?: 'up' | 'down';
}

/**
 * Tiles by key, at most four per dashboard row, or two rows of three:
 * - stock: stock at the end of the period, shortages now, upcoming expiries, and amounts owed.
 * - period: figures of the requested days.
 */
export const tileShapes = {
  stockValue: { report: 'valuation', figure: 'value' },
  belowPar: { report: 'below-par', figure: 'rows', isPointInTime: true, good: 'down' },
  expiring: {
    report: 'expiry',
    figure: 'rows',
    fixedParams: { within: '7' },
    isPointInTime: true,
    good: 'down',
  },
  notBilled: { report: 'not-billed', figure: 'open', good: 'down' },
  fillRate: { report: 'order-fill', figure: 'lineFill', good: 'up' },
  otif: { report: 'order-fill', figure: 'otif', good: 'up' },
  wastage: { report: 'wastage', figure: 'cost', good: 'down' },
  wastageShare: { report: 'wastage-share', figure: 'wastage', good: 'down' },
  foodCost: { report: 'food-cost', figure: 'actualPercent', isHeavy: true, good: 'down' },
  purchases: { report: 'purchases', figure: 'landedValue' },
} as const satisfies Record<string, TileShape>;

export type TileKey = keyof typeof tileShapes;
export const tileKeys = Object.keys(tileShapes) as [TileKey, ...TileKey[]];

/** The rows of tiles: stock, and figures of the period. */
export const tileRows = {
  stock: ['stockValue', 'belowPar', 'expiring', 'notBilled'],
  period: ['fillRate', 'otif', 'purchases', 'wastage', 'wastageShare', 'foodCost'],
} as const satisfies Record<string, readonly TileKey[]>;

/** Returns whether a tile is requested with the expensive ones. */
export function isHeavyTile(key: TileKey): boolean {
  const { isHeavy }: TileShape = tileShapes[key];
  return isHeavy === true;
}

/** Returns the cell type of a tile's figure. */
export function tileType(key: TileKey): ReportCell {
  const { report, figure }: TileShape = tileShapes[key];
  const columns: readonly ReportColumnShape[] = reportShapes[report].columns;
  return columns.find((column) => column.key === figure)?.type ?? 'count';
}

/** Returns whether a user may see a tile: its report, and amounts only with access to costs. */
export const canSeeTile = (actor: Actor, key: TileKey): boolean =>
  canReadReport(actor, reportShapes[tileShapes[key].report]) &&
  (tileType(key) !== 'money' || canRead(actor, 'costs'));
