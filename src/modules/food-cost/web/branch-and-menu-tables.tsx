import { useQuery } from '@tanstack/react-query';
import type { FoodCostOfBranch, MenuEngineering } from '../shapes.ts';
import {
  type FoodCostParams,
  branchFoodCostsQuery,
  menuEngineeringQuery,
} from '#modules/sales/web/queries.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { menuEngineeringMessages } from '#modules/sales/web/menu-messages.ts';
import { MenuThresholds, useClassName, useGroupName } from '#modules/sales/web/thresholds.tsx';
import { missingValue, formatPercent, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { foodCostMessages } from './messages.ts';

const formatShare = (percent: number | null | undefined): string =>
  percent === null || percent === undefined ? missingValue : formatPercent(percent / 100);

/** Food cost of all branches for the selected days. */
export function BranchFoodCostTable({ query: { from, to, basis } }: { query: FoodCostParams }) {
  const t = useMessages(foodCostMessages);
  const money = useMoney();
  const { data, error, refetch } = useQuery(branchFoodCostsQuery({ from, to, basis }));
  if (!data)
    return error ? (
      <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={4} />
    );
  return (
    <FactTable
      label={t.branches}
      rows={data}
      getKey={({ branch }) => branch}
      columns={[
        { heading: t.branch, cell: ({ branchName }: FoodCostOfBranch) => <bdi>{branchName}</bdi> },
        { heading: t.net, isNumeric: true, cell: ({ net }) => (net === null ? t.noSales : money(net)) },
        {
          heading: t.theoretical,
          isNumeric: true,
          cell: ({ theoretical }) => formatShare(theoretical?.percent),
        },
        { heading: t.actual, isNumeric: true, cell: ({ actual }) => formatShare(actual?.percent) },
        {
          heading: t.variance,
          isNumeric: true,
          cell: ({ variance }) => (variance ? money(variance.total) : missingValue),
        },
      ]}
    />
  );
}

type Dish = MenuEngineering['rows'][number];

/** Menu engineering by category: popularity and margin with thresholds. */
export function MenuEngineeringTable({ query }: { query: FoodCostParams }) {
  const t = useMessages(foodCostMessages);
  const menuTexts = useMessages(menuEngineeringMessages);
  const money = useMoney();
  const getGroupName = useGroupName('category');
  const getClassName = useClassName();
  const { data, error, refetch } = useQuery(menuEngineeringQuery(query));
  if (!data)
    return error ? (
      <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={4} />
    );
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-base">{t.menu}</h2>
      <MenuThresholds data={data} />
      <FactTable
        label={t.menu}
        rows={data.rows}
        getKey={({ recipeId }) => recipeId}
        columns={[
          { heading: t.dish, cell: ({ name }: Dish) => <bdi>{name}</bdi> },
          { heading: menuTexts.category, cell: ({ category }) => <bdi>{getGroupName(category)}</bdi> },
          { heading: t.sold, isNumeric: true, cell: ({ sold }) => formatQuantity(sold) },
          { heading: t.mix, isNumeric: true, cell: ({ mixPercent }) => formatShare(mixPercent) },
          {
            heading: t.margin,
            isNumeric: true,
            cell: ({ margin }) => (margin === null ? missingValue : money(margin)),
          },
          { heading: t.class, cell: (dish) => getClassName(dish) },
        ]}
      />
    </section>
  );
}
