import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChefHat } from 'lucide-react';
import { readReference } from '#platform/shapes/tolerant.ts';
import { canRead } from '#core/permissions.ts';
import type { ItemUse } from '#modules/recipes/shapes.ts';
import { itemRecipesQuery } from '#modules/recipes/web/queries/recipes.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { missingValue, formatPercent, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { itemMessages } from './messages.ts';

/** Recipes that use the item as an ingredient or an alternative, directly or through a sub-recipe. */
export function RecipesTab({ row }: { row: ResourceRow }) {
  const t = useMessages(itemMessages).recipe;
  const user = useUser();
  const canReadRecipes = canRead(user, 'recipes');
  const canSeeCosts = canRead(user, 'costs');
  const money = useMoney();
  const base = readReference(row.values['baseUnit'])?.id ?? null;
  const { data, error, refetch } = useQuery({ ...itemRecipesQuery(row._id), enabled: canReadRecipes });
  const { data: units = [] } = useQuery(unitsQuery());
  const getSymbol = (unit: string | null) => units.find(({ _id }) => _id === unit)?.symbol ?? unit ?? '';
  if (canReadRecipes && !data) {
    return error ? (
      <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} />
    );
  }
  if (!data || data.length === 0) return <EmptyState icon={ChefHat} title={t.none} text={t.text} />;
  return (
    <FactTable
      label={t.label}
      rows={data}
      getKey={({ recipeId }) => recipeId}
      columns={[
        {
          heading: t.recipe,
          cell: ({ recipeId, name }) => (
            <Link to="/menu" search={{ row: recipeId }} className="text-primary hover:underline">
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        {
          heading: t.quantity,
          isNumeric: true,
          cell: ({ qty, unit }) =>
            qty === null ? missingValue : <bdi>{`${formatQuantity(qty)} ${getSymbol(unit)}`}</bdi>,
        },
        {
          heading: t.usedAs,
          cell: ({ usage, path }) =>
            path.length === 0 ? t.usages[usage] : t.through(path.map(({ name }) => name).join(' › ')),
        },
        {
          heading: t.total,
          isNumeric: true,
          cell: ({ total }) =>
            total === null ? missingValue : <bdi>{`${formatQuantity(total)} ${getSymbol(base)}`}</bdi>,
        },
        ...(canSeeCosts
          ? [
              {
                heading: t.cost,
                isNumeric: true,
                cell: ({ cost }: ItemUse) => (cost === null ? missingValue : money(cost)),
              },
              {
                heading: t.share,
                isNumeric: true,
                cell: ({ costPercent }: ItemUse) =>
                  costPercent === null ? missingValue : formatPercent(costPercent / 100),
              },
            ]
          : []),
      ]}
    />
  );
}
