import { sql } from 'kysely';
import { allergens } from '#modules/items/collection.ts';
import type { AllergenSet } from '../allergens.ts';
import {
  amountE4,
  type CostedRecipe,
  computeFoodCost,
  type MissingCost,
  computeCostPerPortion,
} from '../recipe-cost.ts';
import {
  type Exact,
  exact,
  toExact,
  formatExact,
  exactOne,
  divideExact,
  addExact,
  parseExact,
} from '#core/exact.ts';
import { type RatedTax, getTaxRate } from '#core/tax.ts';
import { addDays } from '#core/day.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { acquireTransactionLock } from '#platform/server/db/locking.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { NewRow, RecipeRollupRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { loadUnitRows } from '#modules/items/server/checks.ts';
import { getLatestCommonDay } from '#modules/stock/server/accounting-period.ts';
import { loadRowRestorer } from './former-values.ts';
import { listCurrenciesWithNewRates, type PricedItem, loadPricedItems } from './item-costs.ts';
import { rollUpWithYields } from './roll-up.ts';
import { listItemsOfRecipes, type RecipeOnDay, loadRecipesOn, toRecipeToCost } from './versions.ts';

/** Cause of a new cost. */
interface Cause {
  cause: 'recipe' | 'item' | 'unit' | 'day';
  causeId: string | null;
}

const chunkSize = 500;

/** Serialises writers of recipe versions and costs, so that the recipes they read don't change. */
export const lockRecipes = (tx: Tx): Promise<void> => acquireTransactionLock(tx, 'recipes');

/**
 * Recosts the recipes affected by queued changes, sub-recipes first. Called at the end of every write that
 * may change costs, and by a job.
 *
 * @returns the number of costed recipes
 */
export async function recostChanged(tx: Tx, now: Date): Promise<number> {
  const findQueued = () => tx.selectFrom('recipesToCost').select('seq').limit(1).executeTakeFirst();
  if (!(await findQueued())) return 0;
  await lockRecipes(tx);
  const rows = await tx.selectFrom('recipesToCost').select(['seq', 'kind', 'id']).orderBy('seq').execute();
  const day = await getLatestCommonDay(tx, now);
  const causes = await findCauses(tx, rows, day);
  await recost(tx, causes, day, now);
  for (const chunk of chunks(rows, chunkSize))
    await tx
      .deleteFrom('recipesToCost')
      .where(
        'seq',
        'in',
        chunk.map(({ seq }) => seq),
      )
      .execute();
  return causes.size;
}

/** Finds the recipes affected by changes, each with its first cause. */
async function findCauses(
  tx: Tx,
  rows: readonly { kind: 'item' | 'recipe' | 'all'; id: string }[],
  day: string,
): Promise<Map<string, Cause>> {
  const causes = new Map<string, Cause>();
  const itemCauses = new Map<string, Cause>();
  for (const { kind, id } of rows) {
    if (kind === 'recipe') causes.set(id, { cause: 'recipe', causeId: id });
    else if (kind === 'item') itemCauses.set(id, { cause: 'item', causeId: id });
  }
  await addRecipesUsing(tx, itemCauses, 'itemId', causes, day);
  let queue = new Map(causes);
  while (queue.size > 0) {
    const next = new Map<string, Cause>();
    await addRecipesUsing(tx, queue, 'subRecipeId', next, day);
    queue = new Map([...next].filter(([id]) => !causes.has(id)));
    for (const [id, cause] of queue) causes.set(id, cause);
  }
  if (rows.some(({ kind }) => kind === 'all'))
    for (const { _id } of await tx.selectFrom('recipes').select('_id').execute())
      if (!causes.has(_id)) causes.set(_id, { cause: 'unit', causeId: null });
  return causes;
}

/** Adds the recipes that use one of the given components on the day, with the cause of the component. */
async function addRecipesUsing(
  tx: Tx,
  causeByComponent: ReadonlyMap<string, Cause>,
  column: 'itemId' | 'subRecipeId',
  target: Map<string, Cause>,
  day: string,
): Promise<void> {
  const uses: { recipeId: string; versionId: string; componentId: string }[] = [];
  for (const chunk of chunks([...causeByComponent.keys()], chunkSize)) {
    const rows = await tx
      .selectFrom('recipeUses')
      .select(['recipeId', 'versionId', column])
      .where(column, 'in', chunk)
      .execute();
    for (const { recipeId, versionId, ...row } of rows)
      uses.push({ recipeId, versionId, componentId: (row as Record<string, string>)[column] as string });
  }
  const current = await loadCurrentVersions(
    tx,
    uses.map(({ recipeId }) => recipeId),
    day,
  );
  for (const { recipeId, versionId, componentId } of uses) {
    const cause = causeByComponent.get(componentId);
    if (cause && !target.has(recipeId) && current.get(recipeId) === versionId) target.set(recipeId, cause);
  }
}

/** Loads the version ids of recipes on a day. */
async function loadCurrentVersions(
  db: Queryable,
  ids: readonly string[],
  day: string,
): Promise<Map<string, string>> {
  const current = new Map<string, string>();
  for (const chunk of chunks([...new Set(ids)], chunkSize)) {
    const rows = await db
      .selectFrom('recipeVersions')
      .select(['_id', 'recipeId'])
      .where('recipeId', 'in', chunk)
      .where('validFrom', '<=', day)
      .orderBy('no')
      .execute();
    for (const { _id, recipeId } of rows) current.set(recipeId, _id);
  }
  return current;
}

async function recost(tx: Tx, causes: ReadonlyMap<string, Cause>, day: string, now: Date): Promise<void> {
  const recipes = await loadRecipesOn(tx, [...causes.keys()], day);
  if (recipes.size === 0) return;
  const stored = await loadSubRecipeCosts(tx, recipes, day);
  const subs = [...stored.values()].map(({ recipe }) => recipe);
  const units = await loadUnitRows(tx);
  const query = { basis: 'list', place: null, day } as const;
  const items = await loadPricedItems(tx, listItemsOfRecipes([...recipes.values(), ...subs]), units, query);
  const getUnits = (id: string) => items.get(id);
  const costed = await rollUpWithYields(
    new Map([...recipes].map(([id, recipe]) => [id, toRecipeToCost(recipe, getUnits)])),
    {
      getItem: (id) => items.get(id),
      getRecipe: (id) => stored.get(id)?.toCosted(getUnits),
      units,
      allergens,
    },
  );
  await saveCosts(tx, { recipes, costed, causes, day, now });
}

interface StoredCost {
  recipe: RecipeOnDay;
  toCosted(getUnits: (id: string) => PricedItem | undefined): CostedRecipe;
}

/** Loads the stored costs of sub-recipes that aren't recosted themselves. */
async function loadSubRecipeCosts(
  tx: Tx,
  recipes: ReadonlyMap<string, RecipeOnDay>,
  day: string,
): Promise<Map<string, StoredCost>> {
  const subRecipeIds = [...recipes.values()].flatMap(({ content }) =>
    content.components.flatMap(({ recipeId }) =>
      recipeId === null || recipes.has(recipeId) ? [] : [recipeId],
    ),
  );
  const rollups = new Map<string, RecipeRollupRow>();
  for (const chunk of chunks([...new Set(subRecipeIds)], chunkSize))
    for (const row of await tx
      .selectFrom('recipeRollups')
      .selectAll()
      .where('recipeId', 'in', chunk)
      .execute())
      rollups.set(row.recipeId, row);
  const stored = new Map<string, StoredCost>();
  for (const [id, recipe] of await loadRecipesOn(tx, subRecipeIds, day)) {
    const row = rollups.get(id);
    if (!row) continue;
    stored.set(id, {
      recipe,
      toCosted: (getUnits) => {
        const { yieldQty, yieldUnit, portions, output } = toRecipeToCost(recipe, getUnits);
        return { yieldQty, yieldUnit, portions, output, ...decodeRollup(row) };
      },
    });
  }
  return stored;
}

/** Decodes a stored cost. */
export const decodeRollup = ({
  cost,
  missing,
  allergens: allergensJson,
}: Pick<RecipeRollupRow, 'cost' | 'missing' | 'allergens'>) => ({
  cost: cost === null ? null : parseExact(cost),
  missing: JSON.parse(missing) as MissingCost[],
  allergens: JSON.parse(allergensJson) as AllergenSet,
});

interface CostsToSave {
  recipes: ReadonlyMap<string, RecipeOnDay>;
  costed: ReadonlyMap<string, CostedRecipe>;
  causes: ReadonlyMap<string, Cause>;
  day: string;
  now: Date;
}

/** Stores the costs, and a history entry for each recipe whose cost changed. */
async function saveCosts(tx: Tx, { recipes, costed, causes, day, now }: CostsToSave): Promise<void> {
  const ids = [...costed.keys()];
  const [prices, storedRollups] = [await loadNetPrices(tx, ids, day), new Map<string, RecipeRollupRow>()];
  for (const chunk of chunks(ids, chunkSize))
    for (const row of await tx
      .selectFrom('recipeRollups')
      .selectAll()
      .where('recipeId', 'in', chunk)
      .execute())
      storedRollups.set(row.recipeId, row);
  const at = now.toISOString();
  const rollups: RecipeRollupRow[] = [];
  const steps: NewRow<'recipeCosts'>[] = [];
  for await (const [recipeId, recipeCost] of withEventLoopYields(costed)) {
    const { cost, missing, allergens: ownAllergens } = recipeCost;
    const { versionId = '' } = recipes.get(recipeId) ?? {};
    const plate = computeCostPerPortion(cost, recipeCost);
    const { marginE4, percent } = computeFoodCost(plate, prices.get(recipeId) ?? null);
    const row: RecipeRollupRow = {
      recipeId,
      versionId,
      day,
      costedAt: at,
      cost: cost && formatExact(cost),
      costE4: amountE4(cost),
      plateCostE4: amountE4(plate),
      marginE4,
      foodCostPercentMicro: percent === null ? null : Math.round(percent * 1e6),
      missing: JSON.stringify(missing),
      allergens: JSON.stringify(ownAllergens),
    };
    rollups.push(row);
    const previous = storedRollups.get(recipeId);
    if (previous && previous.costE4 === row.costE4 && previous.plateCostE4 === row.plateCostE4) continue;
    const { cause, causeId } = causes.get(recipeId) ?? { cause: 'recipe', causeId: recipeId };
    const { costE4, plateCostE4 } = row;
    steps.push({ recipeId, versionId, at, day, costE4, plateCostE4, cause, causeId });
  }
  for (const chunk of chunks(rollups, chunkSize))
    await insertRows(tx, 'recipeRollups', chunk, { key: ['recipeId'] });
  for (const chunk of chunks(steps, chunkSize)) await insertRows(tx, 'recipeCosts', chunk);
}

/** Loads the net prices of recipes in ten-thousandths, by recipe. */
export async function loadNetPrices(
  db: Queryable,
  ids: readonly string[],
  day: string,
): Promise<Map<string, Exact>> {
  const prices = new Map<string, Exact>();
  const taxes = new Map(
    (await db.selectFrom('taxes').select(['_id', 'rateMicro', 'validFrom', 'rates']).execute()).map(
      ({ _id, rateMicro, validFrom, rates }): [string, RatedTax] => [
        _id,
        { rate: rateMicro / 1e6, validFrom, rates: JSON.parse(rates) as RatedTax['rates'] },
      ],
    ),
  );
  for (const chunk of chunks(ids, chunkSize)) {
    const currentRows = await db
      .selectFrom('recipes')
      .select(['_id', 'priceE4', 'priceIncludesVAT', 'tax'])
      .where('_id', 'in', chunk)
      .execute();
    const rows = currentRows.map(
      await loadRowRestorer(db, chunk, ['priceE4', 'priceIncludesVAT', 'tax'], day),
    );
    for (const { _id, priceE4, priceIncludesVAT, tax } of rows) {
      if (priceE4 === null) continue;
      const price = exact(BigInt(priceE4), 1n);
      const taxRates = priceIncludesVAT === 0 || tax === null ? undefined : taxes.get(tax);
      const rate = taxRates ? (getTaxRate(taxRates, day) ?? 0) : 0;
      prices.set(_id, divideExact(price, addExact(exactOne, divideExact(toExact(rate), toExact(100)))));
    }
  }
  return prices;
}

/** Time of the oldest change that isn't costed yet; null when costs are up to date. */
export async function getPendingSince(db: Queryable): Promise<string | null> {
  const row = await db
    .selectFrom('recipesToCost')
    .select(({ fn }) => fn.min('since').as('since'))
    .executeTakeFirst();
  return row?.since ?? null;
}

/**
 * Queues the recipes for which a version, a price, an exchange rate or a tax rate has taken effect since the
 * last costing.
 */
export async function queueEffectiveChanges(tx: Tx, now: Date): Promise<void> {
  const day = await getLatestCommonDay(tx, now);
  const last = await tx
    .selectFrom('recipeRollups')
    .select(({ fn }) => fn.min('day').as('day'))
    .executeTakeFirst();
  if (!last?.day || last.day >= day) return;
  const at = now.toISOString();
  await sql`insert into ${sql.table('recipesToCost')} (kind, id, since)
    select distinct 'recipe', ${sql.ref('recipeId')}, ${at} from ${sql.table('recipeVersions')}
    where ${sql.ref('validFrom')} > ${last.day} and ${sql.ref('validFrom')} <= ${day}`.execute(tx);
  await sql`insert into ${sql.table('recipesToCost')} (kind, id, since)
    select distinct 'item', p.${sql.ref('itemId')}, ${at} from ${sql.table('packPrices')} as c
    join packagings as p on p.${sql.ref('_id')} = c.${sql.ref('packagingId')}
    where c.${sql.ref('validFrom')} > ${last.day} and c.${sql.ref('validFrom')} <= ${day}`.execute(tx);
  await queueRateChanges(tx, { after: last.day, day, at });
  await recostChanged(tx, now);
  await tx.updateTable('recipeRollups').set({ day }).where('day', '<', day).execute();
}

/** Queues recipes affected by exchange and tax rates that have taken effect. */
async function queueRateChanges(
  tx: Tx,
  { after, day, at }: { after: string; day: string; at: string },
): Promise<void> {
  const hasTakenEffect = (from: string | null) => from !== null && from > after && from <= day;
  for (const currency of await listCurrenciesWithNewRates(tx, addDays(after, 1), day))
    await sql`insert into ${sql.table('recipesToCost')} (kind, id, since)
      select distinct 'item', p.${sql.ref('itemId')}, ${at} from ${sql.table('packPrices')} as c
      join packagings as p on p.${sql.ref('_id')} = c.${sql.ref('packagingId')}
      join suppliers as s on s.${sql.ref('_id')} = c.${sql.ref('supplierId')}
      where s.currency = ${currency}`.execute(tx);
  const taxes = (await tx.selectFrom('taxes').select(['_id', 'validFrom', 'rates']).execute()).filter(
    ({ validFrom, rates }) =>
      [{ from: validFrom }, ...(JSON.parse(rates) as RatedTax['rates'])].some(({ from }) =>
        hasTakenEffect(from),
      ),
  );
  for (const { _id } of taxes)
    await sql`insert into ${sql.table('recipesToCost')} (kind, id, since)
      select 'recipe', ${sql.ref('_id')}, ${at} from recipes where tax = ${_id}`.execute(tx);
}
