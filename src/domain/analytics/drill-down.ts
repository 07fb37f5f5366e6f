import type { ReportName } from '../reports/shapes.ts';
import { addDays } from '../planning/cutoff.ts';
import type { DayRange } from './periods.ts';
import type { AnalyticsDimension, AnalyticsView } from './views.ts';

/** What a figure is of: its days, and to what they are narrowed. */
export interface FigureFilter extends DayRange {
  branch?: string | undefined;
  /** 1 is Monday. */
  weekday?: string | undefined;
  reason?: string | undefined;
  item?: string | undefined;
  /** These are a day or a week of more days, by all of which it is told whether a place records its use. */
  isOfSeries?: true;
  /** The use of a kitchen is told as that of one place among all, whose goods are used where they come to, and not as of it alone. */
  use?: 'together' | undefined;
}

/** Which orders a figure of promises is made of: those that were due, or of them what was late, not in full, or either. */
export const promiseLists = ['failed', 'due', 'late', 'notInFull'] as const;
export type PromiseList = (typeof promiseLists)[number];

/**
 * What stands behind a figure of a view: a report with the same total (`total`, where it has one by the same rule), orders with what
 * became of their promise, or the view that has the figure by its rows.
 */
export type DrillDown =
  | { to: 'report'; report: ReportName; by?: string; asked: Record<string, string>; total: string | null }
  | { to: 'orders'; list: PromiseList }
  | { to: 'view'; view: AnalyticsView; figure: string };

/** What a row narrows its view to; nothing more than the view itself where it is asked already. */
export function narrowToRow(by: AnalyticsDimension, key: string, days: FigureFilter): FigureFilter {
  switch (by) {
    case 'branch':
      return { ...days, branch: key, ...(days.branch === undefined && { use: 'together' as const }) };
    case 'day':
      return { ...days, from: key, to: key, isOfSeries: true };
    case 'week': {
      const last = addDays(key, 6);
      const [from, to] = [key < days.from ? days.from : key, last > days.to ? days.to : last];
      return { ...days, from, to, isOfSeries: true };
    }
    case 'weekday':
      return { ...days, weekday: key };
    case 'reason':
      return { ...days, reason: key };
    case 'item':
      return { ...days, item: key };
  }
}

const fill = { orders: 'shippedOrders', lines: 'lines', fillLines: 'lineFill' } as const;
const promises: Readonly<Record<string, PromiseList>> = {
  due: 'due',
  late: 'late',
  onTime: 'late',
  inFull: 'notInFull',
  otif: 'failed',
};

/** The view that has the figures of a place by their rows. */
const told: Readonly<Record<string, AnalyticsView>> = {
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

/** What stands behind a figure of a view, narrowed to a row or not; null where its rows are those that are seen already. */
export function getDrillDown(view: AnalyticsView, figure: string, narrowed: FigureFilter): DrillDown | null {
  const { from, to, branch, weekday, reason, item, isOfSeries } = narrowed;
  const asked = (more: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(
      Object.entries(more).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    );
  const moved: DrillDown = {
    to: 'report',
    report: 'movement',
    asked: asked({ from, to, branch, item }),
    total: null,
  };
  const documents = (report: ReportName, total: string | null): DrillDown => ({
    to: 'report',
    report,
    by: 'document',
    asked: asked({ from, to, branch, weekday, reason }),
    total,
  });
  if (view === 'branches') {
    const which = told[figure];
    return which === undefined ? null : { to: 'view', view: which, figure };
  }
  if (view === 'service') {
    const list = promises[figure];
    if (list !== undefined) return { to: 'orders', list };
    if (figure === 'linesShort') return documents('missing-items', 'notShippedLines');
    // Units are told in base units here, and by the report in those that were ordered.
    return documents('order-fill', fill[figure as keyof typeof fill] ?? null);
  }
  if (view === 'wastage') {
    // A view of the day alone may tell another use than its row does: what moved is the same in both.
    if (figure === 'used') return isOfSeries ? moved : { to: 'view', view: 'stock', figure };
    return documents('wastage', figure === 'records' || figure === 'cost' ? figure : null);
  }
  if (figure === 'class') return null;
  if (figure === 'closing' || figure === 'stock')
    return { to: 'report', report: 'valuation', asked: asked({ day: to, branch, item }), total: null };
  return moved;
}
