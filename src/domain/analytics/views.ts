import type { Collection } from '../collections.ts';

/** A figure of a view. A `share` is told as a percentage, a `number` with up to two decimals; none of them is added up by who reads it. */
export interface AnalyticsFigure {
  key: string;
  type: 'count' | 'money' | 'share' | 'number' | 'text';
  /** Which way is the good one; left out where neither is. */
  good?: 'up' | 'down';
}

export interface AnalyticsShape {
  /** All of them have to be read by who asks. */
  needs: readonly Collection[];
  /** What the rows can be; the first is what it begins with. */
  by: readonly [AnalyticsDimension, ...AnalyticsDimension[]];
  figures: readonly AnalyticsFigure[];
  /** The figure that is drawn. */
  drawn: string;
}

export const analyticsDimensions = ['branch', 'week', 'day', 'weekday', 'reason', 'item'] as const;
export type AnalyticsDimension = (typeof analyticsDimensions)[number];

/**
 * The views that are answered as figures by rows (`GET /analytics/{view}`):
 *
 * - service: how branches were served: fill rate by lines and units, on time, in full, and both (OTIF).
 * - wastage: what was thrown away, of all that was used or thrown away.
 * - stock: turnover, days of cover, and items ranked by what was used of them (ABC).
 * - branches: the same figures of every place side by side.
 */
export const analyticsShapes = {
  service: {
    needs: ['orders'],
    by: ['branch', 'week', 'day', 'weekday'],
    figures: [
      { key: 'orders', type: 'count' },
      { key: 'lines', type: 'count' },
      { key: 'linesShort', type: 'count', good: 'down' },
      { key: 'fillLines', type: 'share', good: 'up' },
      { key: 'fillUnits', type: 'share', good: 'up' },
      { key: 'due', type: 'count' },
      { key: 'late', type: 'count', good: 'down' },
      { key: 'onTime', type: 'share', good: 'up' },
      { key: 'inFull', type: 'share', good: 'up' },
      { key: 'otif', type: 'share', good: 'up' },
    ],
    drawn: 'fillLines',
  },
  wastage: {
    needs: ['wastage', 'stock', 'costs'],
    by: ['reason', 'branch', 'week', 'day'],
    figures: [
      { key: 'records', type: 'count' },
      { key: 'cost', type: 'money', good: 'down' },
      { key: 'used', type: 'money' },
      { key: 'wastage', type: 'share', good: 'down' },
    ],
    drawn: 'wastage',
  },
  stock: {
    needs: ['stock', 'costs'],
    by: ['item', 'branch'],
    figures: [
      { key: 'class', type: 'text' },
      { key: 'used', type: 'money' },
      { key: 'share', type: 'share' },
      { key: 'cumulative', type: 'share' },
      { key: 'stock', type: 'money' },
      { key: 'closing', type: 'money' },
      { key: 'turnover', type: 'number', good: 'up' },
      { key: 'cover', type: 'number' },
    ],
    drawn: 'used',
  },
  branches: {
    needs: ['orders', 'wastage', 'stock', 'costs'],
    by: ['branch'],
    figures: [
      { key: 'orders', type: 'count' },
      { key: 'fillLines', type: 'share', good: 'up' },
      { key: 'otif', type: 'share', good: 'up' },
      { key: 'used', type: 'money' },
      { key: 'cost', type: 'money', good: 'down' },
      { key: 'wastage', type: 'share', good: 'down' },
      { key: 'closing', type: 'money' },
      { key: 'turnover', type: 'number', good: 'up' },
      { key: 'cover', type: 'number' },
    ],
    drawn: 'fillLines',
  },
} as const satisfies Record<string, AnalyticsShape>;

export type AnalyticsView = keyof typeof analyticsShapes;

export const isAnalyticsView = (text: string | undefined): text is AnalyticsView =>
  text !== undefined && Object.hasOwn(analyticsShapes, text);
