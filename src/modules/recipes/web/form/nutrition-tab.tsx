import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { canOpenPage } from '#core/permissions.ts';
import { LabelParagraphs } from '#platform/documents/web/label-paragraphs.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { useUser } from '#platform/web/session/session.ts';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import type { NutrientAmounts } from '#modules/items/nutrition.ts';
import { resourceListMessages } from '#modules/master-data/web/list-messages.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import type { RecipeNutritionData } from '../../shapes.ts';
import {
  buildIngredientLists,
  formatAmount,
  formatPortion,
  listKnownNutrients,
} from '../label-declaration.ts';
import { labelMessages } from '../messages.ts';
import { readRecipeCosts, recipeNutritionQuery } from '../queries/recipes.ts';
import { FixList, fixLinkClass } from './fix-list.tsx';
import { recipesMessages } from './messages.ts';

/** A recipe's nutrition values per 100 g and per portion, or the data missing to calculate them, and its ingredients. */
export function NutritionTab({ row }: { row: ResourceRow }) {
  const t = useMessages(labelMessages);
  const { data, error, refetch } = useQuery(recipeNutritionQuery(row._id));
  if (error instanceof ApiError && error.status === 404)
    return <p className="text-muted-foreground text-sm">{t.noVersion}</p>;
  if (error && !data) return <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label={t.loading} />;
  if (data.ingredients.length === 0)
    return <p className="text-muted-foreground text-sm">{t.noIngredients}</p>;
  const allergens = Object.entries(readRecipeCosts(row.values).allergens).map(([allergen, state]) => ({
    allergen,
    state,
  }));
  const lists = buildIngredientLists(data, allergens);
  return (
    <div className="flex flex-col gap-5">
      {data.per100 && data.perPortion ? (
        <Values data={data} per100={data.per100} perPortion={data.perPortion} />
      ) : (
        <Gaps data={data} />
      )}
      <section aria-label={t.list} className="flex flex-col gap-1.5 text-sm">
        <h3 className="font-semibold">{t.list}</h3>
        <p className="text-muted-foreground text-xs">{t.listText}</p>
        <LabelParagraphs paragraphs={lists} />
      </section>
    </div>
  );
}

interface ValuesProps {
  data: RecipeNutritionData;
  per100: NutrientAmounts;
  perPortion: NutrientAmounts;
}

function Values({ data, per100, perPortion }: ValuesProps) {
  const t = useMessages(labelMessages);
  const names = useMessages(resourceListMessages).nutrients;
  return (
    <FactTable
      label={t.values}
      rows={listKnownNutrients(per100)}
      getKey={([nutrient]) => nutrient}
      columns={[
        {
          heading: t.nutrient,
          cell: ([nutrient]) => (
            <span className="inline-block first-letter:uppercase">{names[nutrient]}</span>
          ),
        },
        {
          heading: t.per100[data.per ?? '100g'],
          isNumeric: true,
          cell: ([nutrient, amount]) => formatAmount(nutrient, amount),
        },
        {
          heading: t.perPortion(formatPortion(data)),
          isNumeric: true,
          cell: ([nutrient]) => formatAmount(nutrient, perPortion[nutrient] ?? 0),
        },
      ]}
    />
  );
}

/** The missing data, with links to the pages where it is entered. */
function Gaps({ data: { gaps } }: { data: RecipeNutritionData }) {
  const t = useMessages(labelMessages);
  const { enterConversion, openRecipe } = useMessages(recipesMessages);
  const canOpenItems = canOpenPage(useUser(), '/items');
  return (
    <FixList
      title={t.gapsTitle}
      rows={gaps.map(({ kind, itemId, recipeId, name }) => ({
        key: itemId ?? recipeId ?? kind,
        text: t.gaps[kind](name),
        link:
          itemId !== null ? (
            canOpenItems ? (
              <Link
                to="/items/$id/edit"
                params={{ id: itemId }}
                search={{ tab: kind === 'nutrition' ? 'general' : 'units' }}
                className={fixLinkClass}
              >
                {kind === 'nutrition' ? t.enterNutrition : enterConversion}
              </Link>
            ) : null
          ) : kind !== 'yield' && recipeId !== null ? (
            <Link to="/menu" search={{ row: recipeId }} className={fixLinkClass}>
              {openRecipe}
            </Link>
          ) : null,
      }))}
    />
  );
}
