import { packagings } from '#contract/resources/packagings.ts';
import type { Component } from '#domain/recipes/recipe.ts';
import { localDate } from '#domain/planning/cutoff.ts';
import { inReplay, type Moment } from '../documents/replay.ts';
import type { CommandContext } from '../documents/context.ts';
import { changeRow, type RowContext } from '../modules/master-data/service.ts';
import { recostChanged } from '../modules/recipes/recost.ts';
import { createRecipe } from '../modules/recipes/service.ts';
import { priceDriftTable, recipeTable } from './data/recipes.ts';
import type { SeedContext, Step } from './seed-context.ts';
import { readTable } from './read-table.ts';
import type { SeedIds } from './seed-ids.ts';

interface SeedRecipe {
  key: string;
  name: string;
  nameAlt: string;
  yieldQty: number;
  yieldUnit: string;
  portions: number | null;
  price: number | null;
  targetFoodCostPercent: number | null;
  outputItem: string;
  ingredients: SeedIngredient[];
  steps: string[];
}

interface SeedIngredient {
  /** An item's code or a recipe's key. */
  of: string;
  qty: number;
  unit: string;
  trimPercent: number | null;
  cookingPercent: number | null;
}

const heads = ['key', 'name', 'nameAlt', 'yield', 'portions', 'price', 'goal', 'item'] as const;

/** The recipes of the demonstration, each after those that it takes. @throws Error for a line that it cannot read. */
export function readRecipes(): SeedRecipe[] {
  const recipes: SeedRecipe[] = [];
  for (const line of recipeTable.split('\n').filter((each) => each.trim() !== '')) {
    const rest = line.slice(1).trim();
    if (line.startsWith('=')) recipes.push(readHead(rest));
    else if (line.startsWith('>')) recipes.at(-1)?.steps.push(rest);
    else recipes.at(-1)?.ingredients.push(readIngredient(line));
  }
  return recipes;
}

function readHead(line: string): SeedRecipe {
  const [row] = readTable(line, heads);
  if (!row) throw new Error(`This is no recipe of the seed: ${line}`);
  const [qty = '', yieldUnit = ''] = row.yield.split(' ');
  const figure = (text: string) => (text === '' ? null : Number(text));
  const { key, name, nameAlt, portions, price, goal, item } = row;
  return {
    key,
    name,
    nameAlt,
    yieldQty: Number(qty),
    yieldUnit,
    portions: figure(portions),
    price: figure(price),
    targetFoodCostPercent: figure(goal),
    outputItem: item,
    ingredients: [],
    steps: [],
  };
}

function readIngredient(line: string): SeedIngredient {
  const match = /^(\S+) ([\d.]+) (\w+)(?: trim (\d+))?(?: cook (\d+))?$/.exec(line.trim());
  if (!match) throw new Error(`This is no ingredient of the seed: ${line}`);
  const [, of = '', qty = '', unit = '', trim, cook] = match;
  return {
    of,
    qty: Number(qty),
    unit,
    trimPercent: trim === undefined ? null : Number(trim),
    cookingPercent: cook === undefined ? null : Number(cook),
  };
}

/** By whom, and from when on: recipes stand from the first day, prices drift until the last one. */
export interface RecipesTold {
  openedAt: number;
  now: Date;
  timezone: string;
}

/** Recipes are made as the head of the business would, and suppliers' prices drift; all that they cost follows. */
export function recipeSteps(context: SeedContext, told: RecipesTold): Step[] {
  const by = context.actors.get('admin');
  if (!by) throw new Error('The seed has nobody who makes recipes.');
  const { tx, ids } = context;
  const opened = new Date(told.openedAt);
  return [
    { at: told.openedAt, run: () => inReplay(tx, { by, at: opened }, (ctx) => makeRecipes(ctx, ids)) },
    ...driftOf(told).map(({ at, item, percent }) => ({
      at: at.getTime(),
      run: () => inReplay(tx, { by, at }, (ctx) => changePrice(ctx, ids, item, percent, told.timezone)),
    })),
  ];
}

/** A row is made in what is replayed as it is in a call. */
const rowContext = ({ tx, actor, now, audit, emit }: CommandContext): RowContext => ({
  db: tx,
  actor,
  now,
  audit,
  emit,
  ifMatch: null,
  isReviewed: true,
  services: { clock: { now: () => now } },
});

async function makeRecipes(ctx: CommandContext, ids: SeedIds): Promise<void> {
  const made = new Map<string, string>();
  for (const recipe of readRecipes()) {
    const { key, ingredients, yieldUnit, outputItem, price, ...rest } = recipe;
    const components = ingredients.map(({ of, unit, ...line }): Component => {
      const recipeId = made.get(of) ?? null;
      return {
        ...line,
        itemId: recipeId === null ? ids.known('item', of) : null,
        recipeId,
        unit: unit === 'portion' ? unit : ids.known('unit', unit),
        alternatives: [],
      };
    });
    const row = await createRecipe(rowContext(ctx), {
      ...rest,
      code: key,
      kind: price === null ? 'sub-recipe' : 'dish',
      yieldUnit: ids.known('unit', yieldUnit),
      outputItem: outputItem === '' ? null : ids.known('item', outputItem),
      price,
      tax: price === null ? null : ids.known('tax', 'VAT standard'),
      priceIncludesVAT: price !== null,
      components,
    });
    made.set(key, row._id);
  }
}

const dayMs = 86_400_000;

function driftOf({ now }: RecipesTold): { at: Moment['at']; item: string; percent: number }[] {
  return readTable(priceDriftTable, ['item', 'days', 'percent'])
    .map(({ item, days, percent }) => ({
      at: new Date(now.getTime() - Number(days) * dayMs),
      item,
      percent: Number(percent),
    }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** To whole pence, as a supplier's list has it. */
async function changePrice(
  ctx: CommandContext,
  ids: SeedIds,
  item: string,
  percent: number,
  timezone: string,
): Promise<void> {
  const id = ids.known('packaging', item);
  const { priceE4 } = await ctx.tx
    .selectFrom('packagings')
    .select('priceE4')
    .where('_id', '=', id)
    .executeTakeFirstOrThrow();
  const price = Math.round(((priceE4 ?? 0) / 100) * (1 + percent / 100)) / 100;
  await changeRow(rowContext(ctx), packagings, id, { price, priceDate: localDate(ctx.now, timezone) });
  await recostChanged(ctx.tx, ctx.now);
}
