import { type Actor, canRead } from '../permissions.ts';
import { canReadReport, reportShapes, type ReportName } from './shapes.ts';
import type { ReportCell, ReportColumnShape } from './shape-types.ts';

/** A tile of a dashboard: a total of a report, which opens that report with the same parameters. */
export interface TileShape {
  report: ReportName;
  /** The total that it shows; `rows`: how many rows the report has. */
  figure: string;
  /** What the report is asked besides days and branch. */
  asked?: Readonly<Record<string, string>>;
  /** The report tells of this very moment: there is no period before to compare it with. */
  isOfNow?: true;
  /** It is told from so much that a dashboard asks for it by itself, so that no other tile waits for it. */
  isHeavy?: true;
  /** Which way is the good one; left out where neither is. */
  good?: 'up' | 'down';
}

/**
 * Tiles by their keys, at most four in a row of the dashboard, or twice three:
 *
 * - stock: what there is at the end of the period, what lacks now, what expires from today on, and what is owed for it.
 * - period: what happened in the days that were asked.
 */
export const tileShapes = {
  stockValue: { report: 'valuation', figure: 'value' },
  belowPar: { report: 'below-par', figure: 'rows', isOfNow: true, good: 'down' },
  expiring: { report: 'expiry', figure: 'rows', asked: { within: '7' }, isOfNow: true, good: 'down' },
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

/** The tiles side by side: what there is, and what the period came to. */
export const tileRows = {
  stock: ['stockValue', 'belowPar', 'expiring', 'notBilled'],
  period: ['fillRate', 'otif', 'purchases', 'wastage', 'wastageShare', 'foodCost'],
} as const satisfies Record<string, readonly TileKey[]>;

/** Whether a tile is told with the heavy ones. */
export function isHeavyTile(key: TileKey): boolean {
  const { isHeavy }: TileShape = tileShapes[key];
  return isHeavy === true;
}

/** How the figure of a tile is read. */
export function tileType(key: TileKey): ReportCell {
  const { report, figure }: TileShape = tileShapes[key];
  const columns: readonly ReportColumnShape[] = reportShapes[report].columns;
  return columns.find((each) => each.key === figure)?.type ?? 'count';
}

/** Whether somebody is to see a tile, as far as their rights say it: its report, and money for who sees costs. */
export const canSeeTile = (actor: Actor, key: TileKey): boolean =>
  canReadReport(actor, reportShapes[tileShapes[key].report]) &&
  (tileType(key) !== 'money' || canRead(actor, 'costs'));
