import { TriangleAlert } from 'lucide-react';
import { readNumberValue } from '#platform/shapes/tolerant.ts';
import { canRead } from '#core/permissions.ts';
import { readRecipeCosts } from '../queries/recipes.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { Pill } from '#platform/web/ui/pill.tsx';
import { missingValue, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import type { PageExtras } from '#modules/master-data/web/collection-screen.ts';
import { recipesMessages } from './messages.ts';
import { useAllergenText } from './use-unit-formats.ts';

/** Columns of recipe costs and margins, missing data and allergens. */
function useRecipeColumns(): Column<ResourceRow>[] {
  const t = useMessages(recipesMessages);
  const money = useMoney();
  const canSeeCosts = canRead(useUser(), 'costs');
  const allergenText = useAllergenText();
  const readFigure = ({ values }: ResourceRow, name: string) => readNumberValue(values[name]);
  const costs: Column<ResourceRow>[] = [
    {
      key: 'plateCost',
      label: t.plateCost,
      sort: 'plateCost',
      isNumeric: true,
      card: 'corner',
      value: (row) => readFigure(row, 'plateCost'),
      cell(row) {
        const cost = readFigure(row, 'plateCost');
        if (cost !== null) return money(cost);
        const missingCount = readRecipeCosts(row.values).missing.length;
        return missingCount === 0 ? (
          missingValue
        ) : (
          <Pill tone="amber" icon={TriangleAlert}>
            {t.missing(missingCount)}
          </Pill>
        );
      },
    },
    {
      key: 'foodCostPercent',
      label: t.foodCost,
      sort: 'foodCostPercent',
      isNumeric: true,
      value: (row) => readFigure(row, 'foodCostPercent'),
      cell(row) {
        const [percent, target] = [
          readFigure(row, 'foodCostPercent'),
          readFigure(row, 'targetFoodCostPercent'),
        ];
        if (percent === null) return missingValue;
        const text = formatQuantity(percent);
        return target !== null && percent > target ? <Pill tone="red">{text}</Pill> : text;
      },
    },
    {
      key: 'margin',
      label: t.margin,
      sort: 'margin',
      isNumeric: true,
      value: (row) => readFigure(row, 'margin'),
      cell: (row) => (readFigure(row, 'margin') === null ? missingValue : money(readFigure(row, 'margin'))),
    },
  ];
  return [
    ...(canSeeCosts ? costs : []),
    {
      key: 'allergens',
      label: t.allergens,
      // Without a minimum, the last of many columns wraps each allergen onto its own line.
      className: 'min-w-64',
      value: (row) => allergenText(readRecipeCosts(row.values).allergens),
      cell: (row) => allergenText(readRecipeCosts(row.values).allergens),
    },
  ];
}

export const recipeExtras: PageExtras = { recipes: { useColumns: useRecipeColumns } };
