import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { FoodCostOfBranch } from '#modules/food-cost/shapes.ts';
import { type CostClass, costClasses } from '#modules/food-cost/cost-classes.ts';
import { getComparisonDays } from '#core/periods.ts';
import { canOpenPage } from '#core/permissions.ts';
import { branchFoodCostsQuery } from '#modules/sales/web/queries.ts';
import { BarChart } from '#platform/web/charts/bar-chart.tsx';
import type { ChartPoint } from '#platform/web/charts/chart-frame.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { missingValue, formatPercent } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { ComparedFigure, LinkedFigureName, NoComparisonNote, FiguresTable } from './figures.tsx';
import { analyticsMessages } from './messages.ts';
import { buildComparisonLink, buildAnalyticsLink, type AnalyticsFilters } from './analytics-filters.ts';

/** A branch with its figures for the compared days; null if there are none. */
interface Row extends FoodCostOfBranch {
  before: FoodCostOfBranch | null;
}

type BranchFigures = Pick<FoodCostOfBranch, 'net' | 'theoretical' | 'actual' | 'variance' | 'coverage'>;
type FigureKind = 'net' | 'theoretical' | 'actual' | 'variance';

/**
 * Actual and theoretical food cost by branch, compared with the previous period. If there isn't enough data,
 * the reason is shown instead of the figure.
 */
export function FoodCostView({ filters }: { filters: AnalyticsFilters }) {
  const t = useMessages(analyticsMessages);
  const money = useMoney();
  const user = useUser();
  const getMissingReason = useMissingReason();
  const { from, to, against } = filters;
  const { data, error, refetch } = useQuery({
    ...branchFoodCostsQuery({ from, to, basis: 'list' }),
    placeholderData: keepPreviousData,
  });
  // The compared days load separately, because they take as long as the current ones.
  const earlier = useQuery({
    ...branchFoodCostsQuery({ ...getComparisonDays({ from, to }, against ?? 'period'), basis: 'list' }),
    enabled: against !== undefined,
  }).data;
  if (!data)
    return error ? (
      <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={8} />
    );
  const comparedByBranch = new Map(
    (against === undefined ? [] : (earlier ?? [])).map((each) => [each.branch, each]),
  );
  const rows = data
    .filter(({ branch }) => filters.branch === undefined || branch === filters.branch)
    .map((row): Row => ({ ...row, before: comparedByBranch.get(row.branch) ?? null }));
  if (rows.every(({ net }) => net === null))
    return <EmptyState icon={ReceiptText} title={t.foodCost.none} text={t.noneText} />;
  const getVarianceShare = ({ variance, net }: BranchFigures) =>
    variance && net ? variance.total / net : null;
  const buildDayLink = (branch: string, days: { from: string; to: string }): LinkProps | null =>
    canOpenPage(user, '/costing/food-cost')
      ? ({
          to: '/costing/food-cost',
          search: { branch, from: days.from, to: days.to, basis: 'list' },
        } as LinkProps)
      : null;
  const isCompared = rows.some(({ before }) => before !== null && before.net !== null);
  const [compared] = rows.flatMap(({ before }) => before ?? []);
  /** Formats a figure; null if data is insufficient. */
  const formatBranchFigure = (branchFigures: BranchFigures, kind: FigureKind): string | null => {
    const value = getFigure(branchFigures, kind);
    if (value === null) return null;
    return kind === 'net' || kind === 'variance' ? money(value) : formatPercent(value / 100);
  };
  const buildColumn = (heading: string, kind: FigureKind, isBefore: boolean) => ({
    heading: isBefore ? t.before(heading) : heading,
    isNumeric: true,
    cell: (row: Row) => {
      const branchFigures = isBefore ? row.before : row;
      if (!branchFigures) return missingValue;
      const text = formatBranchFigure(branchFigures, kind);
      return text === null ? (
        <span className="ms-auto block max-w-44 whitespace-normal text-muted-foreground text-xs">
          {getMissingReason(branchFigures, kind)}
        </span>
      ) : (
        <LinkedFigureName
          name={text}
          link={buildDayLink(row.branch, isBefore && row.before ? row.before : row)}
        />
      );
    },
    raw: (row: Row) => {
      const branchFigures = isBefore ? row.before : row;
      return branchFigures ? getFigure(branchFigures, kind) : null;
    },
  });
  const [onlyRow, ...otherRows] = rows;
  return (
    <>
      {onlyRow && otherRows.length === 0 ? (
        <ul aria-label={t.totals} className="grid grid-cols-2 gap-2 lg:grid-cols-4 lg:gap-3">
          {kinds.map((kind) => (
            <ComparedFigure
              key={kind}
              label={t.foodCost[kind]}
              value={formatBranchFigure(onlyRow, kind) ?? getMissingReason(onlyRow, kind)}
              now={getFigure(onlyRow, kind)}
              before={onlyRow.before && getFigure(onlyRow.before, kind)}
              beforeText={
                onlyRow.before &&
                t.before(formatBranchFigure(onlyRow.before, kind) ?? getMissingReason(onlyRow.before, kind))
              }
              goodDirection={kind === 'net' ? 'up' : 'down'}
              link={buildDayLink(onlyRow.branch, onlyRow)}
            />
          ))}
        </ul>
      ) : null}
      {compared && !isCompared ? <NoComparisonNote days={compared} reason={t.notCompared.sales} /> : null}
      <BarChart
        title={t.foodCost.title}
        points={rows
          .map(
            (row): ChartPoint => ({
              key: row.branch,
              label: row.branchName,
              value: getVarianceShare(row),
              comparison: isCompared && row.before ? getVarianceShare(row.before) : null,
              to: buildDayLink(row.branch, row),
              tone: (getVarianceShare(row) ?? 0) > 0 ? 'bad' : 'good',
            }),
          )
          .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))}
        formatValue={formatPercent}
        comparisonTo={buildComparisonLink(filters)}
        comparisonName={isCompared && against !== undefined ? t.comparisons[against] : undefined}
        headings={null}
      />
      <FiguresTable
        label={t.table}
        file={`actual-and-theoretical-${from}-${to}`}
        rows={rows}
        all={rows}
        getKey={({ branch }) => branch}
        columns={[
          {
            heading: t.foodCost.branch,
            cell: (row: Row) => (
              <LinkedFigureName name={row.branchName} link={buildAnalyticsLink({ branch: row.branch })} />
            ),
            raw: ({ branchName }) => branchName,
          },
          ...kinds.flatMap((kind) => [
            buildColumn(t.foodCost[kind], kind, false),
            ...(isCompared ? [buildColumn(t.foodCost[kind], kind, true)] : []),
          ]),
          ...costClasses.map((costClass) => ({
            heading: t.foodCost.actualOf[costClass],
            isNumeric: true,
            cell: (row: Row) => {
              const value = getActualCost(row, costClass);
              return value === null ? missingValue : money(value);
            },
            raw: (row: Row) => getActualCost(row, costClass),
          })),
        ]}
      />
    </>
  );
}

const kinds = ['net', 'theoretical', 'actual', 'variance'] as const satisfies readonly FigureKind[];

/** Returns money for `net` and `variance`, otherwise percent of net sales; null if data is insufficient. */
function getFigure({ net, theoretical, actual, variance }: BranchFigures, kind: FigureKind): number | null {
  if (kind === 'net') return net;
  if (kind === 'variance') return variance?.total ?? null;
  return (kind === 'theoretical' ? theoretical : actual)?.percent ?? null;
}

/** Returns the actual cost of one cost class; null if too few of its items were counted. */
const getActualCost = ({ classes }: Pick<FoodCostOfBranch, 'classes'>, costClass: CostClass): number | null =>
  classes.find((each) => each.costClass === costClass)?.actual?.value ?? null;

/**
 * Returns the reason why a figure is missing: no sales, unknown recipes or costs, or items that weren't
 * counted.
 */
function useMissingReason(): (branchFigures: BranchFigures, kind: FigureKind) => string {
  const { missingReasons } = useMessages(analyticsMessages).foodCost;
  return ({ net, theoretical, actual, coverage }, kind) => {
    const formatShare = (percent: number | null) => formatPercent((percent ?? 0) / 100);
    const minimum = formatShare(coverage.minPercent);
    if (kind !== 'actual' && net === null) return missingReasons.sales;
    if (kind !== 'actual' && theoretical === null)
      return missingReasons.recipes(formatShare(coverage.sales), minimum);
    if (kind !== 'theoretical' && actual === null)
      return missingReasons.counts(formatShare(coverage.counts), minimum);
    return net === null ? missingReasons.sales : missingValue;
  };
}
