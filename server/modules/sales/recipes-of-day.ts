import { type Exact, exact, exactDecimal, one, over, plus, times, zero } from '#domain/recipes/exact.ts';
import { portionsOf } from '#domain/recipes/recipe.ts';
import { flattenRecipe } from '#domain/recipes/roll-up.ts';
import { allergens } from '#contract/items.ts';
import type { Queryable } from '../../db/types.ts';
import { daysChanged } from '../recipes/former-values.ts';
import { ItemsRead, type PriceAsked, type PricedItem, pricedItems } from '../recipes/item-costs.ts';
import { itemsIn, type RecipeOnDay, recipesBelow, toCost } from '../recipes/versions.ts';

/** What one portion of a recipe takes of items, in base units; null where it was not made, or a conversion is missing. */
export type PortionTakes = Map<string, Exact> | { gap: 'version' | 'conversion' };

export const isGap = (takes: PortionTakes): takes is { gap: 'version' | 'conversion' } => 'gap' in takes;

/** Items, and what portions take of them, as far as one question has come to it: also for two periods, one after the other. */
export class RecipesRead extends ItemsRead {
  readonly #madeBy = new Map<string, string>();
  readonly #portions = new Map<string, PortionTakes>();

  /**
   * What is known of portions, by recipe: nothing, where one of these recipes is made otherwise, or one of these items yields another
   * share or is measured otherwise, than when that was found.
   */
  portionsBy(recipes: Iterable<RecipeOnDay>, items: Iterable<PricedItem>): Map<string, PortionTakes> {
    const made = [
      ...[...recipes].map(({ recipeId, versionId, outputItem }) => [recipeId, `${versionId} ${outputItem}`]),
      ...[...items].map(({ _id, yieldPercent, conversions }) => [
        _id,
        `${yieldPercent} ${conversions.map(({ fromUnit, toUnit, num, den }) => [fromUnit, toUnit, num, den].join(' ')).join()}`,
      ]),
    ];
    const isOther = made.some(([id = '', by = '']) => this.#madeBy.has(id) && this.#madeBy.get(id) !== by);
    if (isOther) {
      this.#madeBy.clear();
      this.#portions.clear();
    }
    for (const [id = '', by = ''] of made) this.#madeBy.set(id, by);
    return this.#portions;
  }
}

/** What portions of recipes take on a day, through all that they take, by the versions of that day. */
export async function portionsOn(
  db: Queryable,
  ids: readonly string[],
  day: string,
  read = new RecipesRead(),
): Promise<Map<string, PortionTakes>> {
  const found = new Map<string, PortionTakes>();
  if (ids.length === 0) return found;
  const recipes = await recipesBelow(db, ids, day);
  const units = await read.units(db);
  const asked = { basis: 'standard', place: null, day } as const;
  const items = await pricedItems(db, itemsIn(recipes.values()), units, asked, read);
  const itemOf = (id: string) => items.get(id);
  const contents = new Map([...recipes].map(([id, recipe]) => [id, toCost(recipe, itemOf)]));
  const takesOf = (id: string, recipe: RecipeOnDay): PortionTakes => {
    const batch = flattenRecipe(id, contents, { itemOf, units, allergens });
    if (!batch) return { gap: 'conversion' };
    const share = over(one, exactDecimal(portionsOf(recipe.content)));
    return new Map([...batch].map(([item, amount]) => [item, times(amount, share)]));
  };
  const known = read.portionsBy(recipes.values(), items.values());
  for (const id of new Set(ids)) {
    const recipe = recipes.get(id);
    const takes = recipe ? (known.get(id) ?? takesOf(id, recipe)) : ({ gap: 'version' } as const);
    found.set(id, takes);
    if (recipe) known.set(id, takes);
  }
  return found;
}

/** The days of a period on which portions begin to take something else, its first day among them: between two nothing changes. */
export async function recipeDays(db: Queryable, from: string, to: string): Promise<string[]> {
  const rows = await db
    .selectFrom('recipeVersions')
    .select('validFrom')
    .distinct()
    .where('validFrom', '>', from)
    .where('validFrom', '<=', to)
    .execute();
  const measured = await daysChanged(db, ['yieldPercentMicro', 'conversion', 'outputItem'], { from, to });
  return [from, ...new Set([...rows.map(({ validFrom }) => validFrom), ...measured].toSorted())];
}

/** Items with what they cost by the basis that is asked for. */
export async function costedItems(
  db: Queryable,
  ids: readonly string[],
  asked: PriceAsked,
  read = new ItemsRead(),
): Promise<Map<string, PricedItem>> {
  return pricedItems(db, ids, await read.units(db), asked, read);
}

/** Adds an amount of an item to what is there. */
export function addTo(into: Map<string, Exact>, item: string, amount: Exact): void {
  into.set(item, plus(into.get(item) ?? zero, amount));
}

/** So many millionths, exactly. */
export const ofMicro = (qtyMicro: number): Exact =>
  qtyMicro % 1_000_000 === 0
    ? { num: BigInt(qtyMicro / 1_000_000), den: 1n }
    : exact(BigInt(qtyMicro), 1_000_000n);
