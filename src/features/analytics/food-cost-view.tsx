import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { FoodCostOfBranch } from '#contract/food-cost.ts';
import { canOpenPage } from '#domain/permissions.ts';
import { foodCostOfBranchesQuery } from '#src/collections/sales/sales.ts';
import { BarChart } from '#src/components/charts/bar-chart.tsx';
import { EmptyState, LoadFailed } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { absent, formatPercent } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { RowsTable } from './figures.tsx';
import { analyticsMessages } from './messages.ts';
import type { Question } from './question.ts';

/** Actual against theoretical food cost of every branch; each opens its parts and their documents. */
export function FoodCostView({ question }: { question: Question }) {
  const t = useMessages(analyticsMessages);
  const money = useMoney();
  const user = useUser();
  const { from, to } = question;
  const asked = { branch: '', from, to, basis: 'list' } as const;
  const { data, error, refetch } = useQuery({
    ...foodCostOfBranchesQuery(asked),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? (
      <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={8} />
    );
  const rows = question.branch === undefined ? data : data.filter(({ branch }) => branch === question.branch);
  if (rows.every(({ net }) => net === null))
    return <EmptyState icon={ReceiptText} title={t.foodCost.none} text={t.noneText} />;
  const share = (percent: number | null | undefined) =>
    percent == null ? absent : formatPercent(percent / 100);
  const ofNet = ({ variance, net }: FoodCostOfBranch) => (variance && net ? variance.total / net : null);
  const linkOf = ({ branch }: FoodCostOfBranch): LinkProps | null =>
    canOpenPage(user, '/costing/food-cost')
      ? ({ to: '/costing/food-cost', search: { branch, from, to, basis: 'list' } } as LinkProps)
      : null;
  return (
    <>
      <BarChart
        title={t.foodCost.title}
        points={rows.map((row) => ({
          key: row.branch,
          label: row.branchName,
          value: ofNet(row),
          to: linkOf(row),
        }))}
        say={formatPercent}
        heads={null}
      />
      <RowsTable
        label={t.table}
        file={`actual-and-theoretical-${from}-${to}`}
        rows={rows}
        all={rows}
        keyOf={({ branch }) => branch}
        columns={[
          {
            head: t.foodCost.branch,
            cell: (row: FoodCostOfBranch) => {
              const link = linkOf(row);
              return link ? (
                <Link {...link} className="underline-offset-4 hover:underline">
                  <bdi>{row.branchName}</bdi>
                </Link>
              ) : (
                <bdi>{row.branchName}</bdi>
              );
            },
            raw: ({ branchName }) => branchName,
          },
          { head: t.foodCost.net, isNumeric: true, cell: ({ net }) => money(net), raw: ({ net }) => net },
          {
            head: t.foodCost.theoretical,
            isNumeric: true,
            cell: ({ theoretical }) => share(theoretical?.percent),
            raw: ({ theoretical }) => theoretical?.percent ?? null,
          },
          {
            head: t.foodCost.actual,
            isNumeric: true,
            cell: ({ actual }) => share(actual?.percent),
            raw: ({ actual }) => actual?.percent ?? null,
          },
          {
            head: t.foodCost.variance,
            isNumeric: true,
            cell: ({ variance }) => money(variance?.total),
            raw: ({ variance }) => variance?.total ?? null,
          },
        ]}
      />
    </>
  );
}
