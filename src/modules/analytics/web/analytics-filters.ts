import type { LinkProps } from '@tanstack/react-router';
import { type Comparison, comparisons, getComparisonDays, type DayRange } from '#core/periods.ts';
import { analyticsShapes, type AnalyticsView, isAnalyticsView } from '../views.ts';
import { type Actor, canOpenPage, type Collection, canRead } from '#core/permissions.ts';
import { maxReportDays } from '#modules/reports/report-shapes.ts';
import { addDays, isCalendarDay } from '#core/day.ts';
import type { AnalyticsAddress } from './search.ts';

export const analyticsTabs = [
  'service',
  'demand',
  'wastage',
  'stock',
  'branches',
  'suppliers',
  'menu',
  'foodCost',
] as const;
export type AnalyticsTab = (typeof analyticsTabs)[number];

/** Collections needed by the tabs whose figures do not come from `analyticsShapes`. */
const tabCollections: Record<Exclude<AnalyticsTab, AnalyticsView>, readonly Collection[]> = {
  demand: ['orders'],
  suppliers: ['supplier-invoices'],
  menu: ['costs', 'sales'],
  foodCost: ['costs', 'sales'],
};

/** Returns the tabs that the user may read, in display order. */
export const listReadableTabs = (user: Actor): AnalyticsTab[] =>
  analyticsTabs.filter((tab) =>
    (isAnalyticsView(tab) ? analyticsShapes[tab].needs : tabCollections[tab]).every((collection) =>
      canRead(user, collection),
    ),
  );

const defaultDays = 28;

/**
 * Returns the selected days, at most `maxReportDays`; the last 28 days by default.
 *
 * @param today ISO date in the user's own time zone
 */
export function getSelectedDays(address: AnalyticsAddress, today: string): DayRange {
  const to = isCalendarDay(address.to) ? address.to : addDays(today, -1);
  const from = isCalendarDay(address.from) ? address.from : addDays(to, 1 - defaultDays);
  if (from > to) return { from: to, to };
  const first = addDays(to, 1 - maxReportDays);
  return { from: from < first ? first : from, to };
}

/** Returns the comparison in the URL: the previous period by default, undefined for `none`. */
export const getSelectedComparison = ({ against }: AnalyticsAddress): Comparison | undefined =>
  against === 'none' ? undefined : (comparisons.find((each) => each === against) ?? 'period');

/** Builds a link to this page with changed search parameters. */
export const buildAnalyticsLink = (change: AnalyticsAddress): LinkProps =>
  ({
    to: '.',
    search: (before: AnalyticsAddress) => ({ ...before, all: undefined, ...change }),
  }) as LinkProps;

/** Builds a link that selects the days of the comparison; null without a comparison. */
export const buildComparisonLink = ({ from, to, against }: AnalyticsFilters): LinkProps | null =>
  against === undefined ? null : buildAnalyticsLink(getComparisonDays({ from, to }, against));

/** Builds a link to the report with the rows that make up a figure; null if the user can't open reports. */
export function buildReportLink(
  user: Actor,
  search: Readonly<Record<string, string | undefined>>,
): LinkProps | null {
  if (!canOpenPage(user, '/branch-order/reports')) return null;
  const defined = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
  return { to: '/branch-order/reports', search: defined } as LinkProps;
}

export interface AnalyticsFilters extends DayRange {
  branch: string | undefined;
  against: Comparison | undefined;
}
