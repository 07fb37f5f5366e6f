import { toMicro } from '#core/quantity.ts';
import { recipeTable } from './data/recipes.ts';
import { parseSeedTable } from './read-table.ts';

/** A recipe of the demo business. */
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
  source: string;
  qty: number;
  unit: string;
  trimPercent: number | null;
  cookingPercent: number | null;
}

const headerColumns = [
  'key',
  'name',
  'nameAlt',
  'yield',
  'portions',
  'price',
  'targetFoodCost',
  'outputItem',
  'menuCategory',
] as const;

/**
 * Reads the recipes, sub-recipes before the recipes that use them.
 *
 * @throws Error for an invalid line
 */
export function readRecipes(): SeedRecipe[] {
  const recipes: SeedRecipe[] = [];
  for (const line of recipeTable.split('\n').filter((text) => text.trim() !== '')) {
    const text = line.slice(1).trim();
    if (line.startsWith('=')) recipes.push(readHeader(text));
    else if (line.startsWith('>')) recipes.at(-1)?.steps.push(text);
    else recipes.at(-1)?.ingredients.push(readIngredient(line));
  }
  return recipes;
}

function readHeader(line: string): SeedRecipe {
  const [row] = parseSeedTable(line, headerColumns);
  if (!row) throw new Error(`Invalid recipe in the seed: ${line}`);
  const [qty = '', yieldUnit = ''] = row.yield.split(' ');
  const toNumber = (text: string) => (text === '' ? null : Number(text));
  const { key, name, nameAlt, portions, price, targetFoodCost, outputItem, menuCategory } = row;
  return {
    key,
    name,
    nameAlt,
    yieldQty: Number(qty),
    yieldUnit,
    portions: toNumber(portions),
    price: toNumber(price),
    targetFoodCostPercent: toNumber(targetFoodCost),
    outputItem,
    menuCategory: menuCategory === '' ? null : menuCategory,
    ingredients: [],
    steps: [],
  };
}

function readIngredient(line: string): SeedIngredient {
  const match = /^(\S+) ([\d.]+) (\w+)(?: trim (\d+))?(?: cook (\d+))?$/.exec(line.trim());
  if (!match) throw new Error(`Invalid ingredient in the seed: ${line}`);
  const [, source = '', qty = '', unit = '', trim, cook] = match;
  return {
    source,
    qty: Number(qty),
    unit,
    trimPercent: trim === undefined ? null : Number(trim),
    cookingPercent: cook === undefined ? null : Number(cook),
  };
}

/** Base units per unit of the table, in millionths. */
const unitMicro: Readonly<Record<string, number>> = {
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
export function computeKitchenNeeds(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  return new Map(
    readRecipes()
      .filter(({ outputItem }) => outputItem !== '')
      .map(({ outputItem, yieldQty, ingredients }) => [
        outputItem,
        new Map(
          ingredients.map((ingredient) => [ingredient.source, computeGrossMicro(ingredient) / yieldQty]),
        ),
      ]),
  );
}

function computeGrossMicro({ source, qty, unit, trimPercent, cookingPercent }: SeedIngredient): number {
  const micro = unitMicro[unit];
  if (micro === undefined) throw new Error(`Unknown unit of ${source} in the seed: ${unit}`);
  const yieldShare = (1 - (trimPercent ?? 0) / 100) * (1 - (cookingPercent ?? 0) / 100);
  return (toMicro(String(qty)) * micro) / 1_000_000 / yieldShare;
}

/**
 * Returns the stocked items per portion of each dish, with sub-recipes resolved, including trimming and
 * cooking losses.
 */
export function computeDishNeeds(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const recipes = readRecipes();
  const ingredientsByRecipe = new Map<string, Map<string, number>>();
  // Sub-recipes come before the recipes that use them.
  for (const { key, ingredients, yieldQty, price, portions } of recipes) {
    const ingredientsOfRecipe = new Map<string, number>();
    const portionCount = price === null ? yieldQty : (portions ?? 1);
    for (const ingredient of ingredients) {
      const micro = computeGrossMicro(ingredient) / portionCount;
      const resolved =
        ingredientsByRecipe.get(ingredient.source) ?? new Map([[ingredient.source, 1_000_000]]);
      for (const [item, perPortion] of resolved)
        ingredientsOfRecipe.set(
          item,
          (ingredientsOfRecipe.get(item) ?? 0) + (micro * perPortion) / 1_000_000,
        );
    }
    ingredientsByRecipe.set(key, ingredientsOfRecipe);
  }
  return new Map(
    recipes.flatMap(({ key, price }) =>
      price === null ? [] : [[key, ingredientsByRecipe.get(key) ?? new Map()]],
    ),
  );
}
