import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { MenuEngineering } from '#contract/food-cost.ts';
import type { MenuClass } from '#domain/food-cost/menu-engineering.ts';
import { menuEngineeringQuery } from '#src/collections/sales/sales.ts';
import { ScatterChart } from '#src/components/charts/scatter-chart.tsx';
import { EmptyState, LoadFailed } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { absent, formatPercent, formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { RowsTable } from './figures.tsx';
import { analyticsMessages } from './messages.ts';
import type { Question } from './question.ts';

type Dish = MenuEngineering['rows'][number];

/** Popular and profitable stand at the upper end; the corners follow in the order in which a picture counts them. */
const corners = ['star', 'puzzle', 'plowhorse', 'dog'] as const satisfies readonly MenuClass[];

/** What a branch sold, by how often and by what a portion leaves, with the thresholds (A8). */
export function MenuView({ question, branch }: { question: Question; branch: string }) {
  const t = useMessages(analyticsMessages);
  const money = useMoney();
  const asked = { branch, from: question.from, to: question.to, basis: 'list' } as const;
  const { data, error, refetch } = useQuery({
    ...menuEngineeringQuery(asked),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? (
      <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={8} />
    );
  const { popularFromPercent, profitableFrom } = data;
  const judged = data.rows.filter((row) => row.class !== null && row.margin !== null);
  if (judged.length === 0 || profitableFrom === null || popularFromPercent === null)
    return <EmptyState icon={ReceiptText} title={t.menu.none} text={t.noneText} />;
  const mix = (percent: number) => formatPercent(percent / 100);
  const classOf = (dish: Dish) => (dish.class === null ? absent : t.menu.classes[dish.class]);
  const columns = [
    { head: t.menu.dish, cell: ({ name }: Dish) => <bdi>{name}</bdi>, raw: ({ name }: Dish) => name },
    {
      head: t.menu.sold,
      isNumeric: true,
      cell: ({ sold }: Dish) => formatQuantity(sold),
      raw: ({ sold }: Dish) => sold,
    },
    {
      head: t.menu.mix,
      isNumeric: true,
      cell: ({ mixPercent }: Dish) => mix(mixPercent),
      raw: ({ mixPercent }: Dish) => mixPercent,
    },
    {
      head: t.menu.margin,
      isNumeric: true,
      cell: ({ margin }: Dish) => money(margin),
      raw: ({ margin }: Dish) => margin,
    },
    { head: t.menu.class, cell: classOf, raw: classOf },
  ];
  return (
    <>
      <p className="text-muted-foreground text-sm">
        {t.menu.thresholds(mix(popularFromPercent), money(profitableFrom))}
      </p>
      <ScatterChart
        title={t.menu.title}
        points={judged.map((dish) => ({
          key: dish.recipeId,
          label: dish.name,
          x: dish.mixPercent,
          y: dish.margin ?? 0,
          group: dish.class ?? '',
          said: t.menu.point(dish.name, mix(dish.mixPercent), money(dish.margin), classOf(dish)),
        }))}
        groups={corners.map((key) => ({ key, name: t.menu.classes[key] }))}
        thresholds={{ x: popularFromPercent, y: profitableFrom }}
        axes={{ x: t.menu.mix, y: t.menu.margin }}
      />
      <RowsTable
        label={t.table}
        file={`menu-${question.from}-${question.to}`}
        rows={data.rows}
        all={data.rows}
        keyOf={({ recipeId }) => recipeId}
        columns={columns}
      />
    </>
  );
}
