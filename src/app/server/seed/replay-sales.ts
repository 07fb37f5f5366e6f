import { fromE4 } from '#core/money.ts';
import { runReplay } from '#platform/documents/server/replay.ts';
import { tillItemInput } from '#modules/sales/input.ts';
import { mapTillItem } from '#modules/sales/server/till-items.ts';
import { importSales } from '#modules/sales/server/import-sales.ts';
import { tillName } from './data/sales.ts';
import type { SalesEvent } from './plan/events.ts';
import { readTillItems } from './plan/till-items.ts';
import { resolveActor, type SeedContext, type SeedStep } from './seed-context.ts';

/** Maps the tills' menu items once the recipes exist; a few stay unmapped, so that a visitor can map them. */
export function createTillItemSteps(context: SeedContext, at: number): SeedStep[] {
  return [
    {
      at,
      run: () =>
        runReplay(context.tx, resolveActor(context, 'admin', at), async (ctx) => {
          const recipes = await ctx.tx.selectFrom('recipes').select(['_id', 'code']).execute();
          const recipeIds = new Map(recipes.map(({ _id, code }) => [code, _id]));
          for (const { code, mapping } of readTillItems()) {
            if (mapping === '') continue;
            const recipeId = recipeIds.get(mapping);
            const target =
              mapping === 'gift'
                ? { isNonFood: true }
                : recipeId === undefined
                  ? { itemId: context.ids.get('item', mapping) }
                  : { recipeId };
            await mapTillItem(ctx, tillItemInput.parse({ source: tillName, code, ...target }));
          }
        }),
    },
  ];
}

/** Imports a day's sales of all branches as one file. */
export function createSalesSteps(context: SeedContext, { at, by, date, rows }: SalesEvent): SeedStep[] {
  const input = {
    source: tillName,
    rows: rows.map(({ branch, code, name, qty, netE4 }) => ({
      branch: context.ids.get('branch', branch),
      day: date,
      code,
      name,
      qty,
      net: fromE4(netE4),
    })),
  };
  return [
    { at, run: () => runReplay(context.tx, resolveActor(context, by, at), (ctx) => importSales(ctx, input)) },
  ];
}
