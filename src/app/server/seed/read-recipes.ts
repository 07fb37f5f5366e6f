import { toMicro } from '#core/quantity.ts';
import { recipeTable } from './data/recipes.ts';
import { parseSeedTable } from './read-table.ts';

/** A recipe of the demonstration business. */
export interface SeedRecipe {
  key: string;
  name: string;
  nameAlt: string;
  yieldQty: number;
  yieldUnit: string;
  portions: number | null;
  price: number | null;
  targetFoodCostPercent: number | null;
  outputItem: string;
  /** Menu category. */
  menuCategory: string | null;
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

const heads = ['key', 'name', 'nameAlt', 'yield', 'portions', 'price', 'goal', 'item', 'menu'] as const;

/**
 * Reads the recipes, each after its sub-recipes.
 *
 * @throws Error for an invalid line
 */
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
  const [row] = parseSeedTable(line, heads);
  if (!row) throw new Error(`This is no recipe of the seed: ${line}`);
  const [qty = '', yieldUnit = ''] = row.yield.split(' ');
  const figure = (text: string) => (text === '' ? null : Number(text));
  const { key, name, nameAlt, portions, price, goal, item, menu } = row;
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
    menuCategory: menu === '' ? null : menu,
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

/** Base units per unit of the table, in millionths. */
const microOf: Readonly<Record<string, number>> = {
  g: 1_000,
  ml: 1_000,
  kg: 1_000_000,
  l: 1_000_000,
  each: 1_000_000,
};

/**
 * Returns the ingredients per base unit of each kitchen product, by item code, in millionths of base units,
 * including trimming and cooking losses.
 */
export function kitchenNeeds(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  return new Map(
    readRecipes()
      .filter(({ outputItem }) => outputItem !== '')
      .map(({ outputItem, yieldQty, ingredients }) => [
        outputItem,
        new Map(ingredients.map((ingredient) => [ingredient.of, grossMicro(ingredient) / yieldQty])),
      ]),
  );
}

function grossMicro({ of, qty, unit, trimPercent, cookingPercent }: SeedIngredient): number {
  const each = microOf[unit];
  if (each === undefined)
    throw new Error(`The kitchen measures ${of} in a unit that the seed does not know: ${unit}`);
  const yieldShare = (1 - (trimPercent ?? 0) / 100) * (1 - (cookingPercent ?? 0) / 100);
  return (toMicro(String(qty)) * each) / 1_000_000 / yieldShare;
}

/**
 * Returns the stocked items per portion of each dish, with sub-recipes resolved, including trimming and
 * cooking losses.
 */
export function dishNeeds(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const recipes = readRecipes();
  const takesOf = new Map<string, Map<string, number>>();
  // Recipes are ordered after their sub-recipes.
  for (const { key, ingredients, yieldQty, price, portions } of recipes) {
    const takes = new Map<string, number>();
    const parts = price === null ? yieldQty : (portions ?? 1);
    for (const ingredient of ingredients) {
      const micro = grossMicro(ingredient) / parts;
      const opened = takesOf.get(ingredient.of) ?? new Map([[ingredient.of, 1_000_000]]);
      for (const [item, each] of opened) takes.set(item, (takes.get(item) ?? 0) + (micro * each) / 1_000_000);
    }
    takesOf.set(key, takes);
  }
  return new Map(
    recipes.flatMap(({ key, price }) => (price === null ? [] : [[key, takesOf.get(key) ?? new Map()]])),
  );
}
