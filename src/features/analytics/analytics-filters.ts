import type { LinkProps } from '@tanstack/react-router';
import { type Comparison, comparisons, daysBefore, type Days } from '#domain/analytics/periods.ts';
import { analyticsShapes, type AnalyticsView, isAnalyticsView } from '#domain/analytics/views.ts';
import { type Actor, canOpenPage, type Collection, mayRead } from '#domain/permissions.ts';
import { isDay } from '#domain/day-range.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { mostReportDays } from '#domain/reports/shapes.ts';
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

/** What a view needs that is not answered as figures by rows. */
const tabCollections: Record<Exclude<AnalyticsTab, AnalyticsView>, readonly Collection[]> = {
  demand: ['orders'],
  suppliers: ['supplier-invoices'],
  menu: ['costs', 'sales'],
  foodCost: ['costs', 'sales'],
};

/** The views that somebody may read, in their order. */
export const readableTabs = (user: Actor): AnalyticsTab[] =>
  analyticsTabs.filter((tab) =>
    (isAnalyticsView(tab) ? analyticsShapes[tab].needs : tabCollections[tab]).every((collection) =>
      mayRead(user, collection),
    ),
  );

const defaultDays = 28;

/** @param today on the person's own clock: without days the last four whole weeks are meant */
export function selectedDays(address: AnalyticsAddress, today: string): Days {
  const to = isDay(address.to) ? address.to : addDays(today, -1);
  const from = isDay(address.from) ? address.from : addDays(to, 1 - defaultDays);
  if (from > to) return { from: to, to };
  const first = addDays(to, 1 - mostReportDays);
  return { from: from < first ? first : from, to };
}

/** Without a word in the address the period before is meant; `none` is nothing. */
export const selectedComparison = ({ against }: AnalyticsAddress): Comparison | undefined =>
  against === 'none' ? undefined : (comparisons.find((each) => each === against) ?? 'period');

/** The way to this page, asked otherwise. */
export const analyticsLink = (change: AnalyticsAddress): LinkProps =>
  ({
    to: '.',
    search: (before: AnalyticsAddress) => ({ ...before, all: undefined, ...change }),
  }) as LinkProps;

/** The way to the days that these are compared with, looked at by themselves. */
export const comparisonLink = ({ from, to, against }: AnalyticsFilters): LinkProps | null =>
  against === undefined ? null : analyticsLink(daysBefore({ from, to }, against));

/** The way to a report with the rows behind a figure; null for who may open no page with it. */
export function reportLink(
  user: Actor,
  search: Readonly<Record<string, string | undefined>>,
): LinkProps | null {
  if (!canOpenPage(user, '/branch-order/reports')) return null;
  const known = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
  return { to: '/branch-order/reports', search: known } as LinkProps;
}

export interface AnalyticsFilters extends Days {
  branch: string | undefined;
  against: Comparison | undefined;
}
