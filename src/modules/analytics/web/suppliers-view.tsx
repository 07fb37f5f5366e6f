import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Handshake } from 'lucide-react';
import type { Scorecard } from '#modules/supplier-invoices/shapes.ts';
import { getComparisonDays } from '#core/periods.ts';
import { canOpenPage } from '#core/permissions.ts';
import { supplierScorecardsQuery } from './queries.ts';
import { BarChart } from '#platform/web/charts/bar-chart.tsx';
import type { ChartPoint } from '#platform/web/charts/chart-frame.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type ScoreKey, buildScoreLinks } from '#modules/purchase-orders/web/score-links.ts';
import { missingValue, formatCount, formatPercent, formatQuantity } from '#platform/web/format/format.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { LinkedFigureName, FiguresTable } from './figures.tsx';
import { analyticsMessages } from './messages.ts';
import { buildComparisonLink, type AnalyticsFilters } from './analytics-filters.ts';

const percents = ['onTimePercent', 'inFullPercent', 'priceDriftPercent', 'rejectedPercent'] as const;

const scoreFigures = {
  onTimePercent: 'onTime',
  inFullPercent: 'inFull',
  priceDriftPercent: 'priceDrift',
  rejectedPercent: 'rejected',
} as const satisfies Record<(typeof percents)[number], ScoreKey>;

/** Compares suppliers by delivery performance, price changes and rejections. */
export function SuppliersView({ filters }: { filters: AnalyticsFilters }) {
  const t = useMessages(analyticsMessages);
  const isArabic = useLocale() === 'ar';
  const user = useUser();
  const { from, to, branch: place, against } = filters;
  const scorecardFilters = { from, to, place };
  const { data, error, refetch } = useQuery({
    ...supplierScorecardsQuery(scorecardFilters),
    placeholderData: keepPreviousData,
  });
  const earlier = useQuery({
    ...supplierScorecardsQuery({ ...getComparisonDays(filters, against ?? 'period'), place }),
    enabled: against !== undefined,
  }).data;
  if (!data)
    return error ? (
      <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={8} />
    );
  if (data.length === 0) return <EmptyState icon={Handshake} title={t.suppliers.none} text={t.noneText} />;
  const getName = ({ supplierName, supplierNameAlt }: Scorecard) =>
    (isArabic ? supplierNameAlt : null) ?? supplierName;
  const toFraction = (percent: number | null) => (percent === null ? null : percent / 100);
  const comparedBySupplier = new Map(
    (against === undefined ? [] : (earlier ?? [])).map((each) => [each.supplier, each]),
  );
  return (
    <>
      {(['onTimePercent', 'inFullPercent'] as const).map((key) => (
        <BarChart
          key={key}
          title={t.suppliers[key]}
          points={data.map(
            (each): ChartPoint => ({
              key: each.supplier,
              label: getName(each),
              value: toFraction(each[key]),
              to: buildScoreLinks(user, each.supplier, scorecardFilters)[scoreFigures[key]],
              comparison: toFraction(comparedBySupplier.get(each.supplier)?.[key] ?? null),
            }),
          )}
          formatValue={formatPercent}
          comparisonTo={buildComparisonLink(filters)}
          comparisonName={against === undefined ? undefined : t.comparisons[against]}
          headings={null}
        />
      ))}
      <FiguresTable
        label={t.table}
        file={`suppliers-${filters.from}-${filters.to}`}
        rows={data}
        all={data}
        getKey={({ supplier }) => supplier}
        columns={[
          {
            heading: t.suppliers.supplier,
            cell: (row: Scorecard) => (
              <LinkedFigureName
                name={getName(row)}
                link={
                  canOpenPage(user, '/procurements/settings/supplier')
                    ? { to: '/procurements/settings/supplier', search: { row: row.supplier } }
                    : null
                }
              />
            ),
            raw: getName,
          },
          {
            heading: t.suppliers.orders,
            isNumeric: true,
            cell: ({ orders, supplier }) => (
              <LinkedFigureName
                name={formatCount(orders)}
                link={buildScoreLinks(user, supplier, scorecardFilters).orders}
              />
            ),
            raw: ({ orders }) => orders,
          },
          ...percents.map((key) => ({
            heading: t.suppliers[key],
            isNumeric: true,
            cell: (row: Scorecard) =>
              row[key] === null ? (
                missingValue
              ) : (
                <LinkedFigureName
                  name={formatPercent(toFraction(row[key]))}
                  link={buildScoreLinks(user, row.supplier, scorecardFilters)[scoreFigures[key]]}
                />
              ),
            raw: (row: Scorecard) => row[key],
          })),
          {
            heading: t.suppliers.daysToDeliver,
            isNumeric: true,
            cell: ({ daysToDeliver, supplier }) =>
              daysToDeliver === null ? (
                missingValue
              ) : (
                <LinkedFigureName
                  name={formatQuantity(daysToDeliver)}
                  link={buildScoreLinks(user, supplier, scorecardFilters).daysToDeliver}
                />
              ),
            raw: ({ daysToDeliver }) => daysToDeliver,
          },
        ]}
      />
    </>
  );
}
