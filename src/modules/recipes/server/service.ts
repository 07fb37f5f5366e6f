import { type Component, findCycle, portion, listSubRecipes, findVersionOn } from '../recipe.ts';
import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';
import { isSameValue } from '#core/same-value.ts';
import { recipes } from '../collection.ts';
import { lockRowsShared } from '#platform/server/db/locking.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { ApiProblem, invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import {
  changeRow,
  createRow,
  deleteRow,
  lockRow,
  type RowContext,
} from '#modules/master-data/server/service.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import { getLatestCommonDay } from '#modules/stock/server/accounting-period.ts';
import { lockRecipes, recostChanged } from './recost.ts';
import type { VersionContent } from './versions.ts';

type Values = Readonly<Record<string, unknown>>;

/** Fields whose change creates a version. */
const versionedFields = ['yieldQty', 'yieldUnit', 'portions', 'components', 'steps'] as const;

/** Creates a recipe with its first version and cost. */
export async function createRecipe(ctx: RowContext, input: Values): Promise<WireRow> {
  await lockRecipes(ctx.db);
  const validFrom = input['validFrom'] ?? (await getLatestCommonDay(ctx.db, ctx.now));
  const components = (input['components'] ?? []) as Component[];
  await assertComponents(ctx.db, components);
  const row = await createRow(ctx, recipes, { ...input, validFrom });
  await createVersion(ctx.db, row);
  await recostChanged(ctx.db, ctx.now);
  return row;
}

/**
 * Changes a recipe; omitted fields are unchanged. Yield, ingredients and method are never edited: a new
 * version starts on the specified day or today, and replaces versions from that day on.
 */
export async function changeRecipe(ctx: RowContext, id: string, change: Values): Promise<WireRow> {
  await lockRecipes(ctx.db);
  const before = await lockRow(ctx, recipes, id);
  const after = {
    ...before,
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  };
  const validFrom = getVersionStartDay(before, after, await getLatestCommonDay(ctx.db, ctx.now));
  if (validFrom === null) {
    const row = await changeRow(ctx, recipes, id, { ...change, validFrom: before['validFrom'] });
    await recostChanged(ctx.db, ctx.now);
    return row;
  }
  const components = after['components'] as Component[];
  await assertComponents(ctx.db, components);
  await assertNoCycle(ctx.db, id, components, validFrom);
  const row = await changeRow(ctx, recipes, id, { ...change, validFrom });
  await createVersion(ctx.db, row);
  await recostChanged(ctx.db, ctx.now);
  return row;
}

/** Deletes a recipe that no other recipe uses, with its versions and costs. */
export async function deleteRecipe(ctx: RowContext, id: string): Promise<void> {
  await lockRecipes(ctx.db);
  await deleteRow(ctx, recipes, id);
  await deleteCosts(ctx.db, [id]);
}

/** Deletes the costs of recipes before the recipes themselves. */
export async function deleteCosts(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const table of ['recipeRollups', 'recipeCosts'] as const)
    await tx.deleteFrom(table).where('recipeId', 'in', ids).execute();
}

/**
 * Returns the start day (YYYY-MM-DD) of a new version: the specified day, otherwise today, or the day of an
 * upcoming version that it replaces. Null if no version is created. `before` is null for a new recipe.
 */
export function getVersionStartDay(before: Values | null, after: Values, today: string): string | null {
  const entered = (after['validFrom'] ?? null) as string | null;
  if (before === null) return entered ?? today;
  if (entered !== null && entered !== before['validFrom']) return entered;
  if (!versionedFields.some((name) => !isSameValue(before[name], after[name]))) return null;
  const previousStart = String(before['validFrom'] ?? '');
  return previousStart > today ? previousStart : today;
}

/** A recipe before and after a write; `before` is null for a new one. */
interface WrittenRecipe {
  before: WireRow | null;
  after: WireRow;
}

/**
 * Creates versions for recipes whose rows are already written; the caller holds the recipe lock
 * (`lockRecipes`). Cycles are checked after all versions exist, so that two recipes may swap places.
 *
 * @returns rejected rows with their field errors
 */
export async function createVersions<R extends WrittenRecipe>(
  tx: Tx,
  written: readonly R[],
): Promise<Map<R, FieldRefusals>> {
  const refused = new Map<R, FieldRefusals>();
  const recipesWithNewVersion = written.filter(
    ({ before, after }) => getVersionStartDay(before, after, '') !== null,
  );
  const collectRefusals = async (recipe: R, work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof ApiProblem) || !error.options.fields) throw error;
      refused.set(recipe, error.options.fields);
    }
  };
  const getComponents = ({ after }: R) => after['components'] as Component[];
  for (const recipe of recipesWithNewVersion) {
    await collectRefusals(recipe, assertComponents(tx, getComponents(recipe)));
    if (!refused.has(recipe)) await createVersion(tx, recipe.after);
  }
  for (const recipe of recipesWithNewVersion) {
    const { _id, validFrom } = recipe.after as WireRow & { validFrom: string };
    if (!refused.has(recipe))
      await collectRefusals(recipe, assertNoCycle(tx, _id, getComponents(recipe), validFrom));
  }
  return refused;
}

/** Inserts the row's content as the next version. */
async function createVersion(tx: Tx, row: WireRow): Promise<void> {
  const last = await tx
    .selectFrom('recipeVersions')
    .select(({ fn }) => fn.max('no').as('no'))
    .where('recipeId', '=', row._id)
    .executeTakeFirst();
  const writtenAt = String(row['updatedAt']);
  const content = Object.fromEntries(
    versionedFields.map((name) => [name, row[name]]),
  ) as unknown as VersionContent;
  const version = {
    _id: newId({ now: () => new Date(writtenAt) }),
    recipeId: row._id,
    no: Number(last?.no ?? 0) + 1,
    validFrom: String(row['validFrom']),
    content: JSON.stringify(content),
    createdAt: writtenAt,
  };
  await tx.insertInto('recipeVersions').values(version).execute();
  const use = { versionId: version._id, recipeId: row._id };
  const emptyUse = { itemId: null, subRecipeId: null, unit: null, isAlternative: 0 } as const;
  const uses = [
    { ...use, ...emptyUse, unit: content.yieldUnit },
    ...content.components.flatMap(({ itemId, recipeId, unit, alternatives }) => [
      { ...use, ...emptyUse, itemId, subRecipeId: recipeId, unit: unit === portion ? null : unit },
      ...alternatives.map((alternative) => ({
        ...use,
        ...emptyUse,
        itemId: alternative,
        isAlternative: 1 as const,
      })),
    ]),
  ];
  await insertRows(tx, 'recipeUses', uses);
}

/** @throws ApiProblem 422 for unknown components, and for portions of a recipe without portions */
async function assertComponents(tx: Tx, components: readonly Component[]): Promise<void> {
  const findExisting = async (table: 'items' | 'recipes' | 'units', ids: readonly string[]) => {
    const uniqueIds = [...new Set(ids)];
    if (uniqueIds.length === 0) return new Set<string>();
    await lockRowsShared(tx, table, uniqueIds);
    const rows = await tx.selectFrom(table).select('_id').where('_id', 'in', uniqueIds).execute();
    return new Set(rows.map(({ _id }) => _id));
  };
  const items = await findExisting(
    'items',
    components.flatMap(({ itemId, alternatives }) => [...(itemId === null ? [] : [itemId]), ...alternatives]),
  );
  const subs = await findExisting('recipes', listSubRecipes(components));
  const units = await findExisting(
    'units',
    components.flatMap(({ unit }) => (unit === portion ? [] : [unit])),
  );
  const fields: Record<string, Refusal> = {};
  for (const [index, { itemId, recipeId, unit, alternatives }] of components.entries()) {
    const addError = (name: string, error: Refusal) => (fields[`components.${index}.${name}`] = error);
    if ((itemId === null) === (recipeId === null)) addError('itemId', refusal('item-or-recipe'));
    else if (itemId !== null && !items.has(itemId)) addError('itemId', refusal('no-such-item'));
    else if (recipeId !== null && !subs.has(recipeId)) addError('recipeId', refusal('no-such-recipe'));
    if (unit === portion ? itemId !== null : !units.has(unit)) addError('unit', refusal('no-such-unit'));
    if (alternatives.some((alternative) => !items.has(alternative)))
      addError('alternatives', refusal('no-such-item'));
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/**
 * Asserts that a recipe doesn't use itself on this day or later. The recipe lock prevents two users from each
 * adding half of a cycle.
 *
 * @throws ApiProblem 422 with the path
 */
async function assertNoCycle(
  tx: Tx,
  id: string,
  components: readonly Component[],
  from: string,
): Promise<void> {
  const subRecipeIds = listSubRecipes(components);
  const versions = await loadVersionsWithSubRecipes(tx, subRecipeIds);
  const getSubRecipesOfAnyVersion = (recipe: string) => [
    ...new Set((versions.get(recipe) ?? []).flatMap((version) => version.subRecipes)),
  ];
  const withChangedRecipe = (getSubRecipes: (recipe: string) => string[]) => (recipe: string) =>
    recipe === id ? subRecipeIds : getSubRecipes(recipe);
  if (!findCycle(id, withChangedRecipe(getSubRecipesOfAnyVersion))) return;
  // All versions together contain a cycle; check whether one exists on any day.
  const startDays = [...versions.values()].flat().map(({ validFrom }) => validFrom);
  for (const day of [from, ...startDays.filter((startDay) => startDay > from)].toSorted()) {
    const getSubRecipesOnDay = (recipe: string) =>
      findVersionOn(versions.get(recipe) ?? [], day)?.subRecipes ?? [];
    const path = findCycle(id, withChangedRecipe(getSubRecipesOnDay));
    if (path) throw await cycleProblem(tx, path, components);
  }
}

async function cycleProblem(tx: Tx, path: readonly string[], components: readonly Component[]) {
  const rows = await tx.selectFrom('recipes').select(['_id', 'name']).where('_id', 'in', path).execute();
  const names = new Map(rows.map(({ _id, name }) => [_id, name]));
  const index = components.findIndex(({ recipeId }) => recipeId === path[1]);
  const pathText = path.map((recipeId) => names.get(recipeId) ?? recipeId).join(' → ');
  return invalid({ [`components.${index}.recipeId`]: refusal('recipe-cycle', { path: pathText }) });
}

interface VersionWithSubRecipes {
  no: number;
  validFrom: string;
  subRecipes: string[];
}

/** Loads the versions of recipes and of all their sub-recipes, each with its direct sub-recipes. */
async function loadVersionsWithSubRecipes(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, VersionWithSubRecipes[]>> {
  const versions = new Map<string, VersionWithSubRecipes[]>();
  for (let queue = [...ids]; queue.length > 0; ) {
    const rows = await db
      .selectFrom('recipeVersions as v')
      .leftJoin('recipeUses as u', (join) =>
        join.onRef('u.versionId', '=', 'v._id').on('u.subRecipeId', 'is not', null),
      )
      .select(['v._id', 'v.recipeId', 'v.no', 'v.validFrom', 'u.subRecipeId'])
      .where('v.recipeId', 'in', queue)
      .execute();
    for (const id of queue) versions.set(id, []);
    for (const recipeRows of Map.groupBy(rows, ({ _id }) => _id).values()) {
      const [{ recipeId, no, validFrom }] = recipeRows as [(typeof recipeRows)[number]];
      const ownSubRecipes = recipeRows.flatMap(({ subRecipeId }) =>
        subRecipeId === null ? [] : [subRecipeId],
      );
      versions.get(recipeId)?.push({ no: Number(no), validFrom, subRecipes: ownSubRecipes });
    }
    queue = [
      ...new Set(rows.flatMap(({ subRecipeId }) => (subRecipeId === null ? [] : [subRecipeId]))),
    ].filter((id) => !versions.has(id));
  }
  return versions;
}
