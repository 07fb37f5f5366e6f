import type { AllergenSet } from '#domain/recipes/allergens.ts';
import {
  type CostBasis,
  type CostedItem,
  type CostedRecipe,
  missingPriceCauses,
  type MissingCost,
} from '#domain/recipes/costing.ts';
import { type Exact, exact, exactDecimal, readExact, times } from '#domain/recipes/exact.ts';
import type { Component, RecipeContent } from '#domain/recipes/recipe.ts';
import type { ItemConversion } from '#domain/conversions.ts';
import {
  readBoolean,
  type JsonRecord,
  parseList,
  readNumberValue,
  readRecord,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readOne, readQuery } from '../read-query.ts';

const collection = 'recipes_data';
/** Short lifetime, because costs change with every price. */
const lifetime = 'orders';

/** Reads the components of a recipe; entries that are neither item nor recipe are omitted. */
export function readComponents(value: unknown): Component[] {
  const rows = Array.isArray(value) ? value.map(readRecord) : [];
  return rows.flatMap((row) => {
    const [itemId, recipeId] = [readText(row['itemId']), readText(row['recipeId'])];
    if (itemId === null && recipeId === null) return [];
    return [
      {
        itemId,
        recipeId,
        qty: readNumberValue(row['qty']) ?? 0,
        unit: readText(row['unit']) ?? '',
        trimPercent: readNumberValue(row['trimPercent']),
        cookingPercent: readNumberValue(row['cookingPercent']),
        alternatives: readTexts(row['alternatives']),
      },
    ];
  });
}

const readLacking = (value: unknown) => missingPriceCauses.find((each) => each === value);

export const readMissing = (value: unknown): MissingCost[] =>
  (Array.isArray(value) ? value.map(readRecord) : []).map((row) => ({
    what: row['what'] === 'conversion' ? 'conversion' : (readLacking(row['what']) ?? 'cost'),
    itemId: readText(row['itemId']),
    subRecipeId: readText(row['subRecipeId']),
    recipeId: readText(row['recipeId']),
    unit: readText(row['unit']),
    toUnit: readText(row['toUnit']),
  }));

export const readAllergens = (value: unknown): AllergenSet => readRecord(value) as AllergenSet;

const readConversions = (value: unknown): ItemConversion[] =>
  (Array.isArray(value) ? value.map(readRecord) : []).map((row) => ({
    fromUnit: readText(row['fromUnit']) ?? '',
    toUnit: readText(row['toUnit']) ?? '',
    num: readNumberValue(row['num']) ?? 1,
    den: readNumberValue(row['den']) ?? 1,
  }));

const readCost = (value: unknown) => {
  const said = readText(value);
  return said === null ? null : readExact(said);
};

/** Uses the rounded values of servers that do not send exact ones. */
const readUnrounded = (row: JsonRecord) => {
  const cost = readNumberValue(row['cost']);
  return readCost(row['exact']) ?? (cost === null ? null : times(exactDecimal(cost), exact(10_000n, 1n)));
};

export interface CostedIngredients {
  items: ReadonlyMap<string, CostedItem>;
  recipes: ReadonlyMap<string, CostedRecipe>;
}

/** Queries exact costs of items and recipes, to compute a recipe's cost while it is edited. */
export function ingredientsQuery(items: readonly string[], recipes: readonly string[]) {
  const search = { items: items.toSorted().join(), recipes: recipes.toSorted().join() };
  return readQuery({
    collection,
    key: ['ingredients', search],
    lifetime,
    path: 'recipes/ingredients',
    search,
    read: (reply) =>
      readOne(reply, (answer): CostedIngredients => {
        const rows = (name: string) => (Array.isArray(answer[name]) ? answer[name].map(readRecord) : []);
        return {
          items: new Map(rows('items').map((row) => [readText(row['_id']) ?? '', readItem(row)])),
          recipes: new Map(rows('recipes').map((row) => [readText(row['_id']) ?? '', readRecipe(row)])),
        };
      }),
  });
}

const readItem = (row: JsonRecord): CostedItem => ({
  baseUnit: readText(row['baseUnit']) ?? '',
  conversions: readConversions(row['conversions']),
  yieldPercent: readNumberValue(row['yieldPercent']),
  cost: readCost(row['cost']),
  lacks: readLacking(row['lacks']),
  allergens: readAllergens(row['allergens']),
});

function readRecipe(row: JsonRecord): CostedRecipe {
  const output = row['output'] ? readRecord(row['output']) : null;
  return {
    yieldQty: readNumberValue(row['yieldQty']) ?? 0,
    yieldUnit: readText(row['yieldUnit']) ?? '',
    portions: readNumberValue(row['portions']),
    output: output && {
      baseUnit: readText(output['baseUnit']) ?? '',
      conversions: readConversions(output['conversions']),
    },
    cost: readCost(row['cost']),
    missing: readMissing(row['missing']),
    allergens: readAllergens(row['allergens']),
  };
}

export interface CostLine extends Pick<Component, 'itemId' | 'recipeId'> {
  cost: number | null;
  /** Not rounded, in ten-thousandths. */
  exact: Exact | null;
  source: string | null;
}

/** The cost of a recipe on a cost basis, as of a day. */
export interface RecipeCostResponse {
  cost: number | null;
  /** Not rounded, in ten-thousandths. */
  exact: Exact | null;
  perPortion: number | null;
  margin: number | null;
  foodCostPercent: number | null;
  missing: MissingCost[];
  lines: CostLine[];
  items: { itemId: string; qty: number | null; unit: string; cost: number | null }[];
  pendingSince: string | null;
}

export function recipeCostQuery(id: string, asked: { basis: CostBasis; on?: string; place?: string }) {
  return readQuery({
    collection,
    key: ['cost', id, asked],
    lifetime,
    path: `recipes/${encodeURIComponent(id)}/cost`,
    search: asked,
    read: (reply) =>
      readOne(
        reply,
        (row): RecipeCostResponse => ({
          cost: readNumberValue(row['cost']),
          exact: readUnrounded(row),
          perPortion: readNumberValue(row['perPortion']),
          margin: readNumberValue(row['margin']),
          foodCostPercent: readNumberValue(row['foodCostPercent']),
          missing: readMissing(row['missing']),
          lines: (Array.isArray(row['lines']) ? row['lines'].map(readRecord) : []).map((line) => ({
            itemId: readText(line['itemId']),
            recipeId: readText(line['recipeId']),
            cost: readNumberValue(line['cost']),
            exact: readUnrounded(line),
            source: readText(line['source']),
          })),
          items: (Array.isArray(row['items']) ? row['items'].map(readRecord) : []).map((item) => ({
            itemId: readText(item['itemId']) ?? '',
            qty: readNumberValue(item['qty']),
            unit: readText(item['unit']) ?? '',
            cost: readNumberValue(item['cost']),
          })),
          pendingSince: readText(row['pendingSince']),
        }),
      ),
  });
}

export interface RecipeVersionRecord extends RecipeContent {
  no: number;
  validFrom: string;
  createdAt: string;
  isCurrent: boolean;
  steps: string[];
  cost: number | null;
}

export function recipeVersionsQuery(id: string) {
  return readQuery({
    collection,
    key: ['versions', id],
    lifetime,
    path: `recipes/${encodeURIComponent(id)}/versions`,
    read: (reply) =>
      parseList(
        reply.data,
        (row): RecipeVersionRecord => ({
          no: readNumberValue(row['no']) ?? 0,
          validFrom: readText(row['validFrom']) ?? '',
          createdAt: readText(row['createdAt']) ?? '',
          isCurrent: readBoolean(row['isCurrent']),
          yieldQty: readNumberValue(row['yieldQty']) ?? 0,
          yieldUnit: readText(row['yieldUnit']) ?? '',
          portions: readNumberValue(row['portions']),
          components: readComponents(row['components']),
          steps: readTexts(row['steps']),
          cost: readNumberValue(row['cost']),
        }),
      ).rows,
  });
}

export interface CostStepRow {
  key: string;
  at: string | null;
  cost: number | null;
  plateCost: number | null;
  why: string;
  whyId: string | null;
}

/** Queries the cost history of a recipe, latest first. */
export function recipeCostStepsQuery(id: string) {
  return readQuery({
    collection,
    key: ['steps', id],
    lifetime,
    path: `recipes/${encodeURIComponent(id)}/costs`,
    search: { limit: 50 },
    read: (reply) =>
      parseList(
        reply.data,
        (row): CostStepRow => ({
          key: String(readNumberValue(row['seq']) ?? readText(row['at'])),
          at: readText(row['at']),
          cost: readNumberValue(row['cost']),
          plateCost: readNumberValue(row['plateCost']),
          why: readText(row['why']) ?? '',
          whyId: readText(row['whyId']),
        }),
      ).rows,
  });
}

export interface ItemUseRow {
  recipeId: string;
  name: string;
  how: string;
  qty: number | null;
  unit: string | null;
  /** The recipes through which it is used, starting with its own ingredient. */
  path: readonly { recipeId: string; name: string }[];
  /** Quantity of the item in a batch, in its base unit. */
  total: number | null;
  cost: number | null;
  /** Its share of the batch cost. */
  costPercent: number | null;
}

/** Queries the recipes that use an item, directly or through sub-recipes. */
export function itemRecipesQuery(itemId: string) {
  return readQuery({
    collection,
    key: ['using', itemId],
    lifetime,
    path: `items/${encodeURIComponent(itemId)}/recipes`,
    read: (reply) =>
      parseList(
        reply.data,
        (row): ItemUseRow => ({
          ...readNamed(row),
          how: readText(row['how']) ?? '',
          qty: readNumberValue(row['qty']),
          unit: readText(row['unit']),
          path: (Array.isArray(row['path']) ? row['path'] : []).map((each) => readNamed(readRecord(each))),
          total: readNumberValue(row['total']),
          cost: readNumberValue(row['cost']),
          costPercent: readNumberValue(row['costPercent']),
        }),
      ).rows,
  });
}

const readNamed = (row: JsonRecord) => ({
  recipeId: readText(row['recipeId']) ?? '',
  name: shownNames(readText(row['name']) ?? '', readText(row['nameAlt'])).name,
});
