import type {
  ChangingBasis,
  CostingSettings,
  PriceChange,
  PriceChanges,
  RecipeEffect,
  TriedChange,
  WhatIf,
} from '#contract/costing.ts';
import { boolean, type JsonRecord, number, record, text } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { readOne, readQuery } from '../read-query.ts';

/** Kept with recipes: whatever changes what they cost changes these. */
const collection = 'recipes_data';
const lifetime = 'orders';

const rowsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(record) : []);

const readFigures = (value: unknown): RecipeEffect['before'] => {
  const row = record(value);
  return {
    cost: number(row['cost']),
    plateCost: number(row['plateCost']),
    margin: number(row['margin']),
    foodCostPercent: number(row['foodCostPercent']),
  };
};

const readEffect = (row: JsonRecord): RecipeEffect => ({
  recipeId: text(row['recipeId']) ?? '',
  name: text(row['name']) ?? '',
  nameAlt: text(row['nameAlt']),
  kind: row['kind'] === 'sub-recipe' ? 'sub-recipe' : 'dish',
  before: readFigures(row['before']),
  after: readFigures(row['after']),
  changePercent: number(row['changePercent']),
  targetFoodCostPercent: number(row['targetFoodCostPercent']),
  isAboveGoal: boolean(row['isAboveGoal']),
  isBeyond: boolean(row['isBeyond']),
});

type Change = Omit<PriceChange, 'sourceBefore' | 'sourceAfter'> &
  Record<'sourceBefore' | 'sourceAfter', string | null>;

const readChange = (row: JsonRecord): Change => ({
  itemId: text(row['itemId']) ?? '',
  itemName: text(row['itemName']) ?? '',
  itemNameAlt: text(row['itemNameAlt']),
  itemCode: text(row['itemCode']) ?? '',
  unit: text(row['unit']) ?? '',
  before: number(row['before']),
  after: number(row['after']),
  sourceBefore: text(row['sourceBefore']),
  sourceAfter: text(row['sourceAfter']),
  changePercent: number(row['changePercent']),
  isBeyond: boolean(row['isBeyond']),
  recipesTotal: number(row['recipesTotal']) ?? 0,
  alerts: number(row['alerts']) ?? 0,
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

/** Every answer about price changes, for who changed by what they are judged. */
export const priceChangesKey = [collection, 'price-changes'] as const;

/** What changed in a period by one kind of prices, and what that does to recipes. */
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
          from: text(row['from']) ?? asked.from,
          to: text(row['to']) ?? asked.to,
          tolerancePercent: number(row['tolerancePercent']) ?? 0,
          total: number(row['total']) ?? 0,
          beyond: number(row['beyond']) ?? 0,
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
  const row = record(value);
  return { cost: number(row['cost']), yieldPercent: number(row['yieldPercent']) };
};

/** What recipes would cost, were it so. */
export function whatIfQuery(changes: readonly TriedChange[]) {
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
            itemId: text(item['itemId']) ?? '',
            unit: text(item['unit']) ?? '',
            before: readTried(item['before']),
            after: readTried(item['after']),
          })),
          total: number(row['total']) ?? 0,
          tolerancePercent: number(row['tolerancePercent']) ?? 0,
          recipes: rowsOf(row['recipes']).map(readEffect),
        }),
      ),
  });
}

const readSettings = (row: JsonRecord): CostingSettings => ({
  tolerancePercent: number(row['tolerancePercent']) ?? 0,
  version: number(row['version']) ?? 0,
});

/** From which change on somebody is told. */
export const costingSettingsQuery = () =>
  readQuery({
    collection: 'settings_data',
    key: ['costing'],
    lifetime: 'other',
    path: 'costing/settings',
    read: (reply) => readOne(reply, readSettings),
  });

/** Changes it for the whole business. Throws `ApiError`. */
export async function sendTolerance(
  tolerancePercent: number,
  { version }: CostingSettings,
  idempotencyKey: string,
): Promise<CostingSettings> {
  const json = { tolerancePercent };
  const reply = await api.send('put', 'costing/settings', { json, ifMatch: version, idempotencyKey });
  return readOne(reply, readSettings);
}
