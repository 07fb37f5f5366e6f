import { type Expression, type SqlBool, sql } from 'kysely';
import { recipes } from '../collection.ts';
import { type JsonField, jsonText } from '#platform/server/db/json-sql.ts';
import type { Dialect, Queryable } from '#platform/server/db/types.ts';
import { buildRowJson, type WireRow } from '#platform/collections/server/store.ts';

const ref = (name: string) => sql.ref(name);

/** SQL recipes joined with their costs. */
export const recipesWithCosts = sql`recipes left join ${sql.table('recipeRollups')} as r on r.${ref('recipeId')} = recipes.${ref('_id')}`;

/** Additional sort columns for users who see costs. */
export const costColumns = {
  plateCost: 'r.plateCostE4',
  margin: 'r.marginE4',
  foodCostPercent: 'r.foodCostPercentMicro',
} as const;

const costFields: Readonly<Record<string, JsonField>> = {
  cost: ['r.costE4', 'e4'],
  plateCost: ['r.plateCostE4', 'e4'],
  margin: ['r.marginE4', 'e4'],
  foodCostPercent: ['r.foodCostPercentMicro', 'micro'],
};

const hiddenCostFields: Readonly<Record<string, JsonField>> = Object.fromEntries(
  Object.keys(costFields).map((name) => [name, sql`null`]),
);

/** JSON of a recipe; costs are null without access. */
export function buildRecipeObject(dialect: Dialect, isCostVisible: boolean) {
  const jsonColumn = (column: string, fallback: string): Expression<unknown> => {
    const stored = sql`coalesce(${ref(column)}, ${sql.lit(fallback)})`;
    return dialect === 'sqlite' ? sql`json(${stored})` : sql`${stored}::json`;
  };
  return buildRowJson(dialect, recipes, {
    additional: {
      ...(isCostVisible ? costFields : hiddenCostFields),
      missing: jsonColumn('r.missing', '[]'),
      allergens: jsonColumn('r.allergens', '{}'),
      costedAt: ['r.costedAt', 'text'],
      pendingSince: sql`(select min(since) from ${sql.table('recipesToCost')})`,
    },
  });
}

/** Finds a recipe with its costs; null when it doesn't exist. */
export async function findRecipe(db: Queryable, id: string, isCostVisible: boolean): Promise<WireRow | null> {
  const object = jsonText(db.dialect, buildRecipeObject(db.dialect, isCostVisible));
  const { rows } = await sql<{ json: string }>`select ${object} as json from ${recipesWithCosts}
    where recipes.${ref('_id')} = ${id}`.execute(db);
  return rows[0] ? (JSON.parse(rows[0].json) as WireRow) : null;
}

/** SQL condition: recipes with, or without, an unknown cost. */
export const isIncomplete = (expected: boolean): Expression<SqlBool> =>
  expected ? sql<SqlBool>`r.${ref('costE4')} is null` : sql<SqlBool>`r.${ref('costE4')} is not null`;
