import type { AnalyticsResponse } from '../shapes.ts';
import {
  getStartedDays,
  type Comparison,
  type DayRange,
  getComparisonDays,
  countDays,
} from '#core/periods.ts';
import { computeServiceFigures } from '../service.ts';
import {
  emptyStockSums,
  rankByUsage,
  computeStockFigures,
  type StockSums,
  computeWastageShare,
} from '../stock.ts';
import { analyticsShapes, type AnalyticsView } from '../views.ts';
import { fromE4 } from '#core/money.ts';
import { addDays } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { AnalyticsRequest } from './request.ts';
import { type NameOptions, loadDimensionNames } from './names.ts';
import { loadServiceTotals, sumService } from './service.ts';
import { loadStockMovements, loadStockTotals, computeUsageAtCost } from './stock.ts';
import { loadWasteTotals } from './wastage.ts';

type Figures = AnalyticsResponse['totals'];

/** Figures by row key, totals, and figures of an empty row. */
interface ViewFigures {
  rows: Map<string, Figures>;
  totals: Figures;
  emptyFigures: Figures;
}

const viewLoaders: Record<AnalyticsView, (db: Queryable, request: AnalyticsRequest) => Promise<ViewFigures>> =
  {
    async service(db, request) {
      const sums = await loadServiceTotals(db, request);
      return {
        rows: new Map([...sums].map(([key, total]) => [key, computeServiceFigures(total)])),
        totals: computeServiceFigures(sumService(sums.values())),
        emptyFigures: computeServiceFigures(sumService([])),
      };
    },

    async wastage(db, request) {
      const isByTime = request.by === 'week' || request.by === 'day';
      const wasteByKey = await loadWasteTotals(db, request);
      const stock = await loadStockMovements(db, request, isByTime);
      const all = sum(computeUsageAtCost(stock, 'branch').values());
      const usageByKey = computeUsageAtCost(stock, request.by);
      const buildFigures = (records: number, costE4: bigint, usedE4: bigint, ofE4 = costE4): Figures => ({
        records,
        cost: fromE4(Number(costE4)),
        used: fromE4(Number(usedE4)),
        wastage: computeWastageShare(costE4, usedE4, ofE4),
      });
      const wasteE4 = sum([...wasteByKey.values()].map(({ costE4 }) => costE4));
      const records = [...wasteByKey.values()].reduce((count, entry) => count + entry.records, 0);
      const keys =
        request.by === 'reason' ? wasteByKey.keys() : new Set([...wasteByKey.keys(), ...usageByKey.keys()]);
      const getFigures = (key: string): Figures => {
        const { records: count, costE4 } = wasteByKey.get(key) ?? { records: 0, costE4: 0n };
        // The shares of all reasons add up to the total share.
        return request.by === 'reason'
          ? buildFigures(count, costE4, all, wasteE4)
          : buildFigures(count, costE4, usageByKey.get(key) ?? 0n);
      };
      return {
        rows: new Map([...keys].map((key) => [key, getFigures(key)])),
        totals: buildFigures(records, wasteE4, all),
        emptyFigures: getFigures(''),
      };
    },

    async stock(db, request) {
      const sums = await loadStockTotals(db, request, await loadStockMovements(db, request, false));
      const days = countDays(getStartedDays(request, request.now));
      const ranked = rankByUsage(new Map([...sums].map(([key, { usedE4 }]) => [key, usedE4])));
      const isByItem = request.by === 'item';
      return {
        rows: new Map(
          ranked.map(({ id, ...rank }) => [
            id,
            {
              ...computeStockFigures(sums.get(id) ?? emptyStockSums, days),
              class: isByItem ? rank.class : null,
              share: rank.share,
              cumulative: rank.cumulative,
            },
          ]),
        ),
        totals: computeStockFigures(sumStock(sums.values()), days),
        emptyFigures: {
          ...computeStockFigures(emptyStockSums, days),
          class: isByItem ? 'C' : null,
          ...(typeof ranked[0]?.share === 'number' && { share: 0, cumulative: 1 }),
        },
      };
    },

    async branches(db, request) {
      const serviceByKey = await loadServiceTotals(db, request);
      const wasteByKey = await loadWasteTotals(db, request);
      const stockByKey = await loadStockTotals(db, request, await loadStockMovements(db, request, false));
      const days = countDays(getStartedDays(request, request.now));
      const buildFigures = (
        service: Parameters<typeof computeServiceFigures>[0],
        costE4: bigint,
        sums: StockSums,
      ): Figures => {
        const { orders, fillLines, otif } = computeServiceFigures(service);
        const { used, closing, turnover, cover } = computeStockFigures(sums, days);
        const wastage = computeWastageShare(costE4, sums.usedE4);
        return {
          orders,
          fillLines,
          otif,
          used,
          cost: fromE4(Number(costE4)),
          wastage,
          closing,
          turnover,
          cover,
        };
      };
      const keys = new Set([...serviceByKey.keys(), ...wasteByKey.keys(), ...stockByKey.keys()]);
      const emptyService = sumService([]);
      return {
        rows: new Map(
          [...keys].map((key) => [
            key,
            buildFigures(
              serviceByKey.get(key) ?? emptyService,
              wasteByKey.get(key)?.costE4 ?? 0n,
              stockByKey.get(key) ?? emptyStockSums,
            ),
          ]),
        ),
        totals: buildFigures(
          sumService(serviceByKey.values()),
          sum([...wasteByKey.values()].map(({ costE4 }) => costE4)),
          sumStock(stockByKey.values()),
        ),
        emptyFigures: buildFigures(emptyService, 0n, emptyStockSums),
      };
    },
  };

const sum = (values: Iterable<bigint>): bigint => [...values].reduce((all, value) => all + value, 0n);

const sumStock = (sums: Iterable<StockSums>): StockSums =>
  [...sums].reduce(
    (all, { usedE4, openingE4, closingE4 }) => ({
      usedE4: all.usedE4 + usedE4,
      openingE4: all.openingE4 + openingE4,
      closingE4: all.closingE4 + closingE4,
    }),
    emptyStockSums,
  );

/** Computes a view and its comparison period. */
export async function computeView(
  db: Queryable,
  view: AnalyticsView,
  { against, ...request }: AnalyticsRequest & { against?: Comparison | undefined },
  nameOptions: NameOptions,
): Promise<AnalyticsResponse> {
  const days: DayRange = { from: request.from, to: request.to };
  const earlier = against === undefined ? null : getComparisonDays(days, against);
  const current = await viewLoaders[view](db, request);
  const before = earlier && (await viewLoaders[view](db, { ...request, ...earlier }));
  const getEarlierKey = (key: string) => getComparedKey(key, request.by, days, earlier);
  // Rows that occur only in the comparison period get empty current figures, so that the compared rows add up
  // to the total of that period.
  for (const key of before?.rows.keys() ?? []) {
    const later = getComparedKey(key, request.by, earlier ?? days, days);
    if (later !== null && !current.rows.has(later)) current.rows.set(later, current.emptyFigures);
  }
  const names = await loadDimensionNames(db, request.by, [...current.rows.keys()], nameOptions);
  const keys = (analyticsShapes[view].figures as readonly { key: string }[]).map(({ key }) => key);
  const pickFigures = (figures: Figures): Figures =>
    Object.fromEntries(keys.map((key) => [key, figures[key] ?? null]));
  const rows = [...current.rows].map(([key, figures]) => {
    const previous = before?.rows.get(getEarlierKey(key) ?? '');
    return {
      key,
      ...names(key),
      figures: pickFigures(figures),
      previous: previous ? pickFigures(previous) : null,
    };
  });
  return {
    view,
    by: request.by,
    days,
    previousPeriod: earlier,
    rows: sortRows(rows, request.by, analyticsShapes[view].chartFigure),
    totals: pickFigures(current.totals),
    previousTotals: before && pickFigures(before.totals),
  };
}

/** Returns the key of the corresponding row in the other period; null if there is none. */
function getComparedKey(
  key: string,
  by: AnalyticsRequest['by'],
  days: DayRange,
  otherDays: DayRange | null,
): string | null {
  if (otherDays === null) return null;
  if (by !== 'day' && by !== 'week') return key;
  const offsetDays = countDays({ from: days.from, to: otherDays.from }) - 1;
  return by === 'week' && offsetDays % 7 !== 0 ? null : addDays(key, offsetDays);
}

/**
 * Sorts periods of time chronologically, all other rows by the chart's figure, then name and key. Items with
 * equal usage keep their ranking order by id, so that cumulative figures increase.
 */
function sortRows(
  rows: AnalyticsResponse['rows'],
  by: AnalyticsRequest['by'],
  chartFigure: string,
): AnalyticsResponse['rows'] {
  const isTime = by === 'day' || by === 'week' || by === 'weekday';
  const getChartValue = (row: (typeof rows)[number]) => Number(row.figures[chartFigure] ?? -1);
  const compareText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
  const getSortName = (row: (typeof rows)[number]) =>
    by === 'item' && getChartValue(row) > 0 ? '' : row.label;
  return rows.toSorted((a, b) =>
    isTime
      ? compareText(a.key, b.key)
      : getChartValue(b) - getChartValue(a) ||
        compareText(getSortName(a), getSortName(b)) ||
        compareText(a.key, b.key),
  );
}
