import type { AllergenSet } from '#domain/recipes/allergens.ts';
import {
  type CostBasis,
  type CostedItem,
  type CostedRecipe,
  lackingPrices,
  type Missing,
} from '#domain/recipes/costing.ts';
import { type Exact, exact, exactDecimal, readExact, times } from '#domain/recipes/exact.ts';
import type { Component, RecipeContent } from '#domain/recipes/recipe.ts';
import type { ItemConversion } from '#domain/conversions.ts';
import { boolean, type JsonRecord, list, number, record, text, texts } from '#contract/tolerant.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readOne, readQuery } from '../read-query.ts';

const collection = 'recipes_data';
/** What things cost changes with every price: it is asked for again soon. */
const lifetime = 'orders';

/** The components of a recipe as they travel; what is neither an item nor a recipe is left out. */
export function readComponents(value: unknown): Component[] {
  const rows = Array.isArray(value) ? value.map(record) : [];
  return rows.flatMap((row) => {
    const [itemId, recipeId] = [text(row['itemId']), text(row['recipeId'])];
    if (itemId === null && recipeId === null) return [];
    return [
      {
        itemId,
        recipeId,
        qty: number(row['qty']) ?? 0,
        unit: text(row['unit']) ?? '',
        trimPercent: number(row['trimPercent']),
        cookingPercent: number(row['cookingPercent']),
        alternatives: texts(row['alternatives']),
      },
    ];
  });
}

const readLacking = (value: unknown) => lackingPrices.find((each) => each === value);

export const readMissing = (value: unknown): Missing[] =>
  (Array.isArray(value) ? value.map(record) : []).map((row) => ({
    what: row['what'] === 'conversion' ? 'conversion' : (readLacking(row['what']) ?? 'cost'),
    itemId: text(row['itemId']),
    subRecipeId: text(row['subRecipeId']),
    recipeId: text(row['recipeId']),
    unit: text(row['unit']),
    toUnit: text(row['toUnit']),
  }));

export const readAllergens = (value: unknown): AllergenSet => record(value) as AllergenSet;

const readConversions = (value: unknown): ItemConversion[] =>
  (Array.isArray(value) ? value.map(record) : []).map((row) => ({
    fromUnit: text(row['fromUnit']) ?? '',
    toUnit: text(row['toUnit']) ?? '',
    num: number(row['num']) ?? 1,
    den: number(row['den']) ?? 1,
  }));

const readCost = (value: unknown) => {
  const said = text(value);
  return said === null ? null : readExact(said);
};

/** Of a server that does not say it, what it has rounded. */
const readUnrounded = (row: JsonRecord) => {
  const cost = number(row['cost']);
  return readCost(row['exact']) ?? (cost === null ? null : times(exactDecimal(cost), exact(10_000n, 1n)));
};

export interface CostedIngredients {
  items: ReadonlyMap<string, CostedItem>;
  recipes: ReadonlyMap<string, CostedRecipe>;
}

/** What items and recipes cost exactly, for who works out a cost while it is typed. */
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
        const rows = (name: string) => (Array.isArray(answer[name]) ? answer[name].map(record) : []);
        return {
          items: new Map(rows('items').map((row) => [text(row['_id']) ?? '', readItem(row)])),
          recipes: new Map(rows('recipes').map((row) => [text(row['_id']) ?? '', readRecipe(row)])),
        };
      }),
  });
}

const readItem = (row: JsonRecord): CostedItem => ({
  baseUnit: text(row['baseUnit']) ?? '',
  conversions: readConversions(row['conversions']),
  yieldPercent: number(row['yieldPercent']),
  cost: readCost(row['cost']),
  lacks: readLacking(row['lacks']),
  allergens: readAllergens(row['allergens']),
});

function readRecipe(row: JsonRecord): CostedRecipe {
  const output = row['output'] ? record(row['output']) : null;
  return {
    yieldQty: number(row['yieldQty']) ?? 0,
    yieldUnit: text(row['yieldUnit']) ?? '',
    portions: number(row['portions']),
    output: output && {
      baseUnit: text(output['baseUnit']) ?? '',
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

/** What a recipe costs by some prices, as of a day. */
export interface RecipeCostResponse {
  cost: number | null;
  /** Not rounded, in ten-thousandths. */
  exact: Exact | null;
  perPortion: number | null;
  margin: number | null;
  foodCostPercent: number | null;
  missing: Missing[];
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
          cost: number(row['cost']),
          exact: readUnrounded(row),
          perPortion: number(row['perPortion']),
          margin: number(row['margin']),
          foodCostPercent: number(row['foodCostPercent']),
          missing: readMissing(row['missing']),
          lines: (Array.isArray(row['lines']) ? row['lines'].map(record) : []).map((line) => ({
            itemId: text(line['itemId']),
            recipeId: text(line['recipeId']),
            cost: number(line['cost']),
            exact: readUnrounded(line),
            source: text(line['source']),
          })),
          items: (Array.isArray(row['items']) ? row['items'].map(record) : []).map((item) => ({
            itemId: text(item['itemId']) ?? '',
            qty: number(item['qty']),
            unit: text(item['unit']) ?? '',
            cost: number(item['cost']),
          })),
          pendingSince: text(row['pendingSince']),
        }),
      ),
  });
}

export interface RecipeVersionRow extends RecipeContent {
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
      list(
        reply.data,
        (row): RecipeVersionRow => ({
          no: number(row['no']) ?? 0,
          validFrom: text(row['validFrom']) ?? '',
          createdAt: text(row['createdAt']) ?? '',
          isCurrent: boolean(row['isCurrent']),
          yieldQty: number(row['yieldQty']) ?? 0,
          yieldUnit: text(row['yieldUnit']) ?? '',
          portions: number(row['portions']),
          components: readComponents(row['components']),
          steps: texts(row['steps']),
          cost: number(row['cost']),
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

/** What a recipe has cost, the latest first. */
export function recipeCostStepsQuery(id: string) {
  return readQuery({
    collection,
    key: ['steps', id],
    lifetime,
    path: `recipes/${encodeURIComponent(id)}/costs`,
    search: { limit: 50 },
    read: (reply) =>
      list(
        reply.data,
        (row): CostStepRow => ({
          key: String(number(row['seq']) ?? text(row['at'])),
          at: text(row['at']),
          cost: number(row['cost']),
          plateCost: number(row['plateCost']),
          why: text(row['why']) ?? '',
          whyId: text(row['whyId']),
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
  /** The recipes through which it does, from its own ingredient on. */
  path: readonly { recipeId: string; name: string }[];
  /** What of the item goes into a batch, in its base unit. */
  total: number | null;
  cost: number | null;
  /** Of the cost of the batch. */
  costPercent: number | null;
}

/** The recipes that take an item, straight or through others. */
export function itemRecipesQuery(itemId: string) {
  return readQuery({
    collection,
    key: ['using', itemId],
    lifetime,
    path: `items/${encodeURIComponent(itemId)}/recipes`,
    read: (reply) =>
      list(
        reply.data,
        (row): ItemUseRow => ({
          ...readNamed(row),
          how: text(row['how']) ?? '',
          qty: number(row['qty']),
          unit: text(row['unit']),
          path: (Array.isArray(row['path']) ? row['path'] : []).map((each) => readNamed(record(each))),
          total: number(row['total']),
          cost: number(row['cost']),
          costPercent: number(row['costPercent']),
        }),
      ).rows,
  });
}

const readNamed = (row: JsonRecord) => ({
  recipeId: text(row['recipeId']) ?? '',
  name: shownNames(text(row['name']) ?? '', text(row['nameAlt'])).name,
});
