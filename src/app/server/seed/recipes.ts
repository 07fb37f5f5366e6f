import { packagings } from '#modules/packagings/collection.ts';
import type { Component } from '#modules/recipes/recipe.ts';
import { localDate } from '#core/cutoff.ts';
import { dayMs } from '#core/day.ts';
import { runReplay, type ReplayOrigin } from '#platform/documents/server/replay.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { changeRow, type RowContext } from '#modules/master-data/server/service.ts';
import { recostChanged } from '#modules/recipes/server/recost.ts';
import { createRecipe } from '#modules/recipes/server/service.ts';
import { priceDriftTable } from './data/recipes.ts';
import type { SeedContext, SeedStep } from './seed-context.ts';
import { readRecipes } from './read-recipes.ts';
import { parseSeedTable } from './read-table.ts';
import type { SeedIds } from './seed-ids.ts';

/** Time span: recipes exist from the first day, and prices change through the last day. */
export interface RecipeTiming {
  openedAt: number;
  now: Date;
  timezone: string;
}

/** Creates recipes and supplier price changes as steps; costs are recalculated. */
export function createRecipeSteps(context: SeedContext, timing: RecipeTiming): SeedStep[] {
  const by = context.actors.get('admin');
  if (!by) throw new Error('The seed has no user who creates recipes.');
  const { tx, ids } = context;
  const openedAt = new Date(timing.openedAt);
  return [
    { at: timing.openedAt, run: () => runReplay(tx, { by, at: openedAt }, (ctx) => createRecipes(ctx, ids)) },
    ...readPriceChanges(timing).map(({ at, item, percent }) => ({
      at: at.getTime(),
      run: () => runReplay(tx, { by, at }, (ctx) => changePrice(ctx, ids, item, percent, timing.timezone)),
    })),
  ];
}

/** Context for creating rows in a replay as in a request. */
export const createRowContext = ({ tx, actor, now, audit, emit }: CommandContext): RowContext => ({
  db: tx,
  actor,
  now,
  audit,
  emit,
  ifMatch: null,
  isReviewed: true,
  services: { clock: { now: () => now } },
});

async function createRecipes(ctx: CommandContext, ids: SeedIds): Promise<void> {
  const recipeIds = new Map<string, string>();
  for (const recipe of readRecipes()) {
    const { key, ingredients, yieldUnit, outputItem, price, ...fields } = recipe;
    const components = ingredients.map(({ source, unit, ...line }): Component => {
      const recipeId = recipeIds.get(source) ?? null;
      return {
        ...line,
        itemId: recipeId === null ? ids.get('item', source) : null,
        recipeId,
        unit: unit === 'portion' ? unit : ids.get('unit', unit),
        alternatives: [],
      };
    });
    const row = await createRecipe(createRowContext(ctx), {
      ...fields,
      code: key,
      kind: price === null ? 'sub-recipe' : 'dish',
      yieldUnit: ids.get('unit', yieldUnit),
      outputItem: outputItem === '' ? null : ids.get('item', outputItem),
      price,
      tax: price === null ? null : ids.get('tax', 'VAT standard'),
      priceIncludesVAT: price !== null,
      components,
    });
    recipeIds.set(key, row._id);
  }
}

function readPriceChanges({
  now,
}: RecipeTiming): { at: ReplayOrigin['at']; item: string; percent: number }[] {
  return parseSeedTable(priceDriftTable, ['item', 'days', 'percent'])
    .map(({ item, days, percent }) => ({
      at: new Date(now.getTime() - Number(days) * dayMs),
      item,
      percent: Number(percent),
    }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Changes a pack price, rounded to whole pence as in a supplier's price list. */
async function changePrice(
  ctx: CommandContext,
  ids: SeedIds,
  item: string,
  percent: number,
  timezone: string,
): Promise<void> {
  const id = ids.get('packaging', item);
  const { priceMicro } = await ctx.tx
    .selectFrom('packagings')
    .select('priceMicro')
    .where('_id', '=', id)
    .executeTakeFirstOrThrow();
  const price = Math.round(((priceMicro ?? 0) / 10_000) * (1 + percent / 100)) / 100;
  await changeRow(createRowContext(ctx), packagings, id, { price, priceDate: localDate(ctx.now, timezone) });
  await recostChanged(ctx.tx, ctx.now);
}
