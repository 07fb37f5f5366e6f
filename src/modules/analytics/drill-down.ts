import type { ReportName } from '#modules/reports/report-shapes.ts';
import type { DayRange } from '#core/periods.ts';
import type { AnalyticsDimension, AnalyticsView } from './views.ts';
import { addDays } from '#core/day.ts';

/** The days that a figure covers and the filters applied to it. */
export interface FigureFilter extends DayRange {
  branch?: string | undefined;
  /** 1 is Monday. */
  weekday?: string | undefined;
  reason?: string | undefined;
  item?: string | undefined;
  /**
   * Set for one day or week of a longer series. The series as a whole then determines whether a location
   * records its usage.
   */
  isPartOfSeries?: true;
  /**
   * Set if a kitchen's usage is computed as part of all locations: its goods count as used at the locations
   * that receive them.
   */
  usageScope?: 'combined' | undefined;
}

/**
 * Orders that make up a delivery performance figure: all that were due, or only those that were late,
 * incomplete, or either.
 */
export const dueOrderLists = ['failed', 'due', 'late', 'incomplete'] as const;
export type DueOrderList = (typeof dueOrderLists)[number];

/**
 * Source of a figure: a report with the same total (`total`, if it has one), the list of orders with their
 * delivery performance, or a view that lists the figure by row.
 */
export type DrillDown =
  | { to: 'report'; report: ReportName; by?: string; search: Record<string, string>; total: string | null }
  | { to: 'orders'; list: DueOrderList }
  | { to: 'view'; view: AnalyticsView; figure: string };

/** Narrows a filter to one row of a view. Returns it unchanged if it already covers just that row. */
export function narrowToRow(by: AnalyticsDimension, key: string, days: FigureFilter): FigureFilter {
  switch (by) {
    case 'branch':
      return { ...days, branch: key, ...(days.branch === undefined && { usageScope: 'combined' as const }) };
    case 'day':
      return { ...days, from: key, to: key, isPartOfSeries: true };
    case 'week': {
      const last = addDays(key, 6);
      const [from, to] = [key < days.from ? days.from : key, last > days.to ? days.to : last];
      return { ...days, from, to, isPartOfSeries: true };
    }
    case 'weekday':
      return { ...days, weekday: key };
    case 'reason':
      return { ...days, reason: key };
    case 'item':
      return { ...days, item: key };
  }
}

const fillReportTotals = { orders: 'shippedOrders', lines: 'lines', fillLines: 'lineFill' } as const;
const listByFigure: Readonly<Record<string, DueOrderList>> = {
  due: 'due',
  late: 'late',
  onTime: 'late',
  inFull: 'incomplete',
  otif: 'failed',
};

/** The view that lists a location's figures by row. */
const viewByFigure: Readonly<Record<string, AnalyticsView>> = {
  orders: 'service',
  fillLines: 'service',
  otif: 'service',
  cost: 'wastage',
  wastage: 'wastage',
  used: 'stock',
  closing: 'stock',
  turnover: 'stock',
  cover: 'stock',
};

/**
 * Returns the source of a figure, narrowed to a row if given; null if the rows already on screen are the
 * source.
 */
export function getDrillDown(view: AnalyticsView, figure: string, narrowed: FigureFilter): DrillDown | null {
  const { from, to, branch, weekday, reason, item, isPartOfSeries } = narrowed;
  const pickDefinedParams = (params: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(
      Object.entries(params).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    );
  const movementReport: DrillDown = {
    to: 'report',
    report: 'movement',
    search: pickDefinedParams({ from, to, branch, item }),
    total: null,
  };
  const toDocumentReport = (report: ReportName, total: string | null): DrillDown => ({
    to: 'report',
    report,
    by: 'document',
    search: pickDefinedParams({ from, to, branch, weekday, reason }),
    total,
  });
  if (view === 'branches') {
    const targetView = viewByFigure[figure];
    return targetView === undefined ? null : { to: 'view', view: targetView, figure };
  }
  if (view === 'service') {
    const list = listByFigure[figure];
    if (list !== undefined) return { to: 'orders', list };
    if (figure === 'linesShort') return toDocumentReport('missing-items', 'notShippedLines');
    // This view uses base units; the report uses order units.
    const total = fillReportTotals[figure as keyof typeof fillReportTotals] ?? null;
    return toDocumentReport('order-fill', total);
  }
  if (view === 'wastage') {
    // A view of a single day may compute usage differently from its row, but stock movements are the same in
    // both.
    if (figure === 'used') return isPartOfSeries ? movementReport : { to: 'view', view: 'stock', figure };
    return toDocumentReport('wastage', figure === 'records' || figure === 'cost' ? figure : null);
  }
  if (figure === 'class') return null;
  if (figure === 'closing' || figure === 'stock')
    return {
      to: 'report',
      report: 'valuation',
      search: pickDefinedParams({ day: to, branch, item }),
      total: null,
    };
  return movementReport;
}
