import type { Collection } from '#core/collections.ts';

/**
 * A figure of a view. A `share` is shown in percent, a `number` with up to two decimals; clients never add
 * them up.
 */
export interface AnalyticsFigure {
  key: string;
  type: 'count' | 'money' | 'share' | 'number' | 'text';
  /** Direction of improvement; absent if there is none. */
  goodDirection?: 'up' | 'down';
}

export interface AnalyticsShape {
  /** The user must be able to read all of these collections. */
  needs: readonly Collection[];
  /** Dimensions to group rows by; the first is the default. */
  by: readonly [AnalyticsDimension, ...AnalyticsDimension[]];
  figures: readonly AnalyticsFigure[];
  /** The figure shown in the chart. */
  chartFigure: string;
}

export const analyticsDimensions = ['branch', 'week', 'day', 'weekday', 'reason', 'item'] as const;
export type AnalyticsDimension = (typeof analyticsDimensions)[number];

/**
 * Analytics views, returned as figures by row (`GET /analytics/{view}`):
 *
 * - service: fill rate by lines and units, on time, in full, and OTIF.
 * - wastage: waste as a share of waste and usage.
 * - stock: turnover, days of cover, and items ranked by usage (ABC).
 * - branches: the main figures of the other views for every location.
 */
export const analyticsShapes = {
  service: {
    needs: ['orders'],
    by: ['branch', 'week', 'day', 'weekday'],
    figures: [
      { key: 'orders', type: 'count' },
      { key: 'lines', type: 'count' },
      { key: 'linesShort', type: 'count', goodDirection: 'down' },
      { key: 'fillLines', type: 'share', goodDirection: 'up' },
      { key: 'fillUnits', type: 'share', goodDirection: 'up' },
      { key: 'due', type: 'count' },
      { key: 'late', type: 'count', goodDirection: 'down' },
      { key: 'onTime', type: 'share', goodDirection: 'up' },
      { key: 'inFull', type: 'share', goodDirection: 'up' },
      { key: 'otif', type: 'share', goodDirection: 'up' },
    ],
    chartFigure: 'fillLines',
  },
  wastage: {
    needs: ['wastage', 'stock', 'costs'],
    by: ['reason', 'branch', 'week', 'day'],
    figures: [
      { key: 'records', type: 'count' },
      { key: 'cost', type: 'money', goodDirection: 'down' },
      { key: 'used', type: 'money' },
      { key: 'wastage', type: 'share', goodDirection: 'down' },
    ],
    chartFigure: 'cost',
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
      { key: 'turnover', type: 'number', goodDirection: 'up' },
      { key: 'cover', type: 'number' },
    ],
    chartFigure: 'used',
  },
  branches: {
    needs: ['orders', 'wastage', 'stock', 'costs'],
    by: ['branch'],
    figures: [
      { key: 'orders', type: 'count' },
      { key: 'fillLines', type: 'share', goodDirection: 'up' },
      { key: 'otif', type: 'share', goodDirection: 'up' },
      { key: 'used', type: 'money' },
      { key: 'cost', type: 'money', goodDirection: 'down' },
      { key: 'wastage', type: 'share', goodDirection: 'down' },
      { key: 'closing', type: 'money' },
      { key: 'turnover', type: 'number', goodDirection: 'up' },
      { key: 'cover', type: 'number' },
    ],
    chartFigure: 'fillLines',
  },
} as const satisfies Record<string, AnalyticsShape>;

export type AnalyticsView = keyof typeof analyticsShapes;

export const isAnalyticsView = (text: string | undefined): text is AnalyticsView =>
  text !== undefined && Object.hasOwn(analyticsShapes, text);
