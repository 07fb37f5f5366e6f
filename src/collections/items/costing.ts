import type {
  ChangingBasis,
  CostingSettings,
  PriceChange,
  PriceChanges,
  RecipeEffect,
  SimulatedChange,
  WhatIf,
} from '#contract/costing.ts';
import { readBoolean, type JsonRecord, readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { readOne, readQuery } from '../read-query.ts';

/** Cached with recipes, because these change whenever recipe costs do. */
const collection = 'recipes_data';
const lifetime = 'orders';

const rowsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(readRecord) : []);

const readFigures = (value: unknown): RecipeEffect['before'] => {
  const row = readRecord(value);
  return {
    cost: readNumberValue(row['cost']),
    plateCost: readNumberValue(row['plateCost']),
    margin: readNumberValue(row['margin']),
    foodCostPercent: readNumberValue(row['foodCostPercent']),
  };
};

const readEffect = (row: JsonRecord): RecipeEffect => ({
  recipeId: readText(row['recipeId']) ?? '',
  name: readText(row['name']) ?? '',
  nameAlt: readText(row['nameAlt']),
  kind: row['kind'] === 'sub-recipe' ? 'sub-recipe' : 'dish',
  before: readFigures(row['before']),
  after: readFigures(row['after']),
  changePercent: readNumberValue(row['changePercent']),
  targetFoodCostPercent: readNumberValue(row['targetFoodCostPercent']),
  isAboveGoal: readBoolean(row['isAboveGoal']),
  isBeyond: readBoolean(row['isBeyond']),
});

type Change = Omit<PriceChange, 'sourceBefore' | 'sourceAfter'> &
  Record<'sourceBefore' | 'sourceAfter', string | null>;

const readChange = (row: JsonRecord): Change => ({
  itemId: readText(row['itemId']) ?? '',
  itemName: readText(row['itemName']) ?? '',
  itemNameAlt: readText(row['itemNameAlt']),
  itemCode: readText(row['itemCode']) ?? '',
  unit: readText(row['unit']) ?? '',
  before: readNumberValue(row['before']),
  after: readNumberValue(row['after']),
  sourceBefore: readText(row['sourceBefore']),
  sourceAfter: readText(row['sourceAfter']),
  changePercent: readNumberValue(row['changePercent']),
  isBeyond: readBoolean(row['isBeyond']),
  recipesTotal: readNumberValue(row['recipesTotal']) ?? 0,
  alerts: readNumberValue(row['alerts']) ?? 0,
  recipes: rowsOf(row['recipes']).map(readEffect),
});

export type PriceChangeRow = Change;
export type PriceChangesResponse = Omit<PriceChanges, 'rows' | 'basis' | 'place'> & { rows: Change[] };

export interface PriceChangesParams {
  from: string;
  to: string;
  basis: ChangingBasis;
  place?: string;
  item?: string;
  beyond?: boolean;
  page?: number;
  limit?: number;
}

/** Key of all price change queries, for invalidation when the tolerance changes. */
export const priceChangesKey = [collection, 'price-changes'] as const;

/** Queries the price changes of a period by one cost basis, and their effect on recipes. */
export function priceChangesQuery(asked: PriceChangesParams) {
  return readQuery({
    collection,
    key: [priceChangesKey[1], asked],
    lifetime,
    path: 'costing/price-changes',
    search: { ...asked },
    read: (reply) =>
      readOne(
        reply,
        (row): PriceChangesResponse => ({
          from: readText(row['from']) ?? asked.from,
          to: readText(row['to']) ?? asked.to,
          tolerancePercent: readNumberValue(row['tolerancePercent']) ?? 0,
          total: readNumberValue(row['total']) ?? 0,
          beyond: readNumberValue(row['beyond']) ?? 0,
          rows: rowsOf(row['rows']).map(readChange),
        }),
      ),
  });
}

type Tried = Omit<WhatIf['items'][number]['before'], 'source'>;

export interface WhatIfResponse {
  items: { itemId: string; unit: string; before: Tried; after: Tried }[];
  total: number;
  tolerancePercent: number;
  recipes: RecipeEffect[];
}

const readTried = (value: unknown): Tried => {
  const row = readRecord(value);
  return { cost: readNumberValue(row['cost']), yieldPercent: readNumberValue(row['yieldPercent']) };
};

/** Queries recipe costs under assumed prices. */
export function whatIfQuery(changes: readonly SimulatedChange[]) {
  return readQuery({
    collection,
    key: ['what-if', changes],
    lifetime,
    path: 'costing/what-if',
    search: { changes: JSON.stringify(changes) },
    read: (reply) =>
      readOne(
        reply,
        (row): WhatIfResponse => ({
          items: rowsOf(row['items']).map((item) => ({
            itemId: readText(item['itemId']) ?? '',
            unit: readText(item['unit']) ?? '',
            before: readTried(item['before']),
            after: readTried(item['after']),
          })),
          total: readNumberValue(row['total']) ?? 0,
          tolerancePercent: readNumberValue(row['tolerancePercent']) ?? 0,
          recipes: rowsOf(row['recipes']).map(readEffect),
        }),
      ),
  });
}

const readSettings = (row: JsonRecord): CostingSettings => ({
  tolerancePercent: readNumberValue(row['tolerancePercent']) ?? 0,
  version: readNumberValue(row['version']) ?? 0,
});

/** Queries the tolerance above which a price change is reported. */
export const costingSettingsQuery = () =>
  readQuery({
    collection: 'settings_data',
    key: ['costing'],
    lifetime: 'other',
    path: 'costing/settings',
    read: (reply) => readOne(reply, readSettings),
  });

/** Changes the tolerance of the business. Throws `ApiError`. */
export async function sendTolerance(
  tolerancePercent: number,
  { version }: CostingSettings,
  idempotencyKey: string,
): Promise<CostingSettings> {
  const json = { tolerancePercent };
  const reply = await api.send('put', 'costing/settings', { json, ifMatch: version, idempotencyKey });
  return readOne(reply, readSettings);
}
