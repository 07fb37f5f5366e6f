import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { batchSummary, batchLine } from '../shapes.ts';
import type { CreateBatchInput } from '../input.ts';
import { type Actor, getOwnLocations, canActAtLocation } from '#core/permissions.ts';
import { computeStockedNeeds, computeBatchYield } from '../needs.ts';
import { toExactOrNull, toMicro, toSafeNumber } from '#core/quantity.ts';
import { exact, divideExact, roundExact, multiplyExact } from '#core/exact.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { takeDocumentNumber } from '#platform/documents/server/numbering-and-events.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { insertDocument, newDocumentHeader } from '#platform/documents/server/write.ts';
import { batchDocument } from './definition.ts';
import { forbidden, invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { findWholeQuantityError } from '#modules/units/server/units.ts';
import {
  computeRecipeAllergens,
  type KitchenRecipes,
  encodeAllergens,
  loadKitchenRecipes,
} from './recipes.ts';
import { batchStore, type BatchHeader, type ProductionLine, type LoadedBatch } from './rows.ts';

const selectPlace = statement((db, id: string) =>
  db.selectFrom('branches').select(['_id', 'name', 'nameAlt', 'isActive']).where('_id', '=', id),
);
const selectRecipe = statement((db, id: string) =>
  db
    .selectFrom('recipes')
    .select(['_id', 'name', 'nameAlt', 'isActive', 'outputItem', 'limitsExpiryToIngredients'])
    .where('_id', '=', id),
);
const selectItems = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('items')
    .innerJoin('units', 'units._id', 'items.baseUnit')
    .select(['items._id', 'itemCode', 'items.name', 'items.nameAlt', 'units.symbol', 'units.wholeOnly'])
    .where('items._id', 'in', ids),
);

/** Loads the items of batch lines by id, with code, names and base unit. */
export async function loadBatchItems(db: Queryable, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await selectItems(db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row._id, row]));
}

/** @throws ApiProblem 422 on the field for a fraction of a whole-number unit */
export function assertWholeQuantity(
  field: 'plannedQty' | 'loss',
  qty: number,
  item: { symbol: string; wholeOnly: number } | undefined,
): void {
  const error = item ? findWholeQuantityError(qty, item) : null;
  if (error) throw invalid({ [field]: error });
}

/**
 * Plans a batch.
 *
 * @throws ApiProblem 403 for a location out of scope, 422 by field
 */
export async function createBatch(ctx: CommandContext, input: CreateBatchInput): Promise<LoadedBatch> {
  const { tx, actor, now } = ctx;
  const place = await resolveKitchen(ctx, actor, input.kitchen);
  const [recipe] = await selectRecipe(tx, input.recipeId);
  if (!recipe) throw invalid({ recipeId: refusal('no-such-recipe') });
  if (recipe.isActive !== 1) throw invalid({ recipeId: refusal('is-archived', { name: recipe.name }) });
  const { outputItem } = recipe;
  if (outputItem === null) throw invalid({ recipeId: refusal('batch-no-output', { recipe: recipe.name }) });
  assertPlausibleYear(now, 'planned', input.plannedFor, 'plannedFor');
  const kitchenRecipes = await loadKitchenRecipes(tx, [recipe._id], input.plannedFor);
  const version = kitchenRecipes.versions.get(recipe._id);
  if (!version)
    throw invalid({
      recipeId: refusal('batch-no-version', { recipe: recipe.name, day: input.plannedFor }),
    });
  const plannedQtyMicro = toMicro(input.plannedQty);
  const item = (await loadBatchItems(tx, [outputItem])).get(outputItem);
  assertWholeQuantity('plannedQty', input.plannedQty, item);
  const header: BatchHeader = {
    ...buildEmptyRow(batchSummary),
    ...newDocumentHeader(ctx, 'Planned'),
    number: await takeDocumentNumber(tx, batchDocument, now),
    recipeId: recipe._id,
    recipeName: recipe.name,
    recipeNameAlt: recipe.nameAlt,
    versionId: version.versionId,
    recipeVersion: version.no,
    kitchen: place._id,
    kitchenName: place.name,
    kitchenNameAlt: place.nameAlt,
    itemId: outputItem,
    itemCode: item?.itemCode ?? '',
    itemName: item?.name ?? '',
    itemNameAlt: item?.nameAlt ?? null,
    unitSymbol: item?.symbol ?? '',
    plannedQtyMicro,
    plannedFor: input.plannedFor,
    shift: input.shift ?? null,
    goodQtyMicro: 0,
    lostQtyMicro: 0,
    parts: 0,
    lossMicro: 0,
    labourE4: 0,
    valueE4: 0,
    allergens: encodeAllergens(computeRecipeAllergens(recipe._id, kitchenRecipes)),
    limitsExpiryToIngredients: recipe.limitsExpiryToIngredients === 1 ? 1 : 0,
    notes: input.notes ?? null,
  };
  const lines = await buildPlannedLines(ctx, header, kitchenRecipes);
  const after = {
    number: header.number,
    recipe: recipe._id,
    version: version.no,
    kitchen: place._id,
    qtyMicro: plannedQtyMicro,
  };
  return insertDocument(ctx, batchStore, { header, lines }, { after });
}

/**
 * Builds a batch's main output and ingredient lines for the planned quantity.
 *
 * @throws ApiProblem 422 without a unit conversion
 */
export async function buildPlannedLines(
  { tx, now }: Pick<CommandContext, 'tx' | 'now'>,
  header: BatchHeader,
  kitchenRecipes: KitchenRecipes,
): Promise<ProductionLine[]> {
  const needs = computeNeededMicro(header, kitchenRecipes);
  if (needs === null)
    throw invalid({ recipeId: refusal('batch-no-conversion', { recipe: header.recipeName }) });
  const items = await loadBatchItems(tx, [...needs.keys()]);
  const main = createBatchLine(
    header,
    { _id: header.itemId, name: header.itemName, nameAlt: header.itemNameAlt },
    0,
    now,
  );
  return [
    {
      ...main,
      itemCode: header.itemCode,
      unitSymbol: header.unitSymbol,
      side: 'out',
      neededQtyMicro: header.plannedQtyMicro,
    },
    ...[...needs].map(([itemId, neededQtyMicro], index): ProductionLine => {
      const item = items.get(itemId);
      return {
        ...createBatchLine(
          header,
          { _id: itemId, name: item?.name ?? '', nameAlt: item?.nameAlt ?? null },
          index + 1,
          now,
        ),
        itemCode: item?.itemCode ?? '',
        unitSymbol: item?.symbol ?? '',
        neededQtyMicro,
      };
    }),
  ];
}

/**
 * Returns the quantities that a batch's recipe requires, by item, in millionths of the base unit; null
 * without a conversion. Rounded once for the whole batch.
 */
export function computeNeededMicro(
  { recipeId, plannedQtyMicro }: Pick<BatchHeader, 'recipeId' | 'plannedQtyMicro'>,
  { recipes, sources }: KitchenRecipes,
): Map<string, number> | null {
  const recipe = recipes.get(recipeId);
  const [batch, needs] = [
    recipe && computeBatchYield(recipe, sources.units),
    computeStockedNeeds(recipeId, recipes, sources),
  ];
  if (!batch || !needs) return null;
  const batches = divideExact(exact(BigInt(plannedQtyMicro), 1n), batch);
  const quantities = new Map<string, number>();
  for (const [itemId, qty] of needs) {
    const qtyMicro = toExactOrNull(() => toSafeNumber(roundExact(multiplyExact(qty, batches))));
    if (qtyMicro === null) return null;
    quantities.set(itemId, qtyMicro);
  }
  return quantities;
}

export function createBatchLine(
  { _id: batchId }: Pick<BatchHeader, '_id'>,
  item: { _id: string; name: string; nameAlt: string | null },
  position: number,
  now: Date,
): ProductionLine {
  return {
    ...buildEmptyRow(batchLine),
    lineId: newId({ now: () => now }),
    batchId,
    position,
    side: 'in',
    itemId: item._id,
    itemCode: '',
    itemName: item.name,
    itemNameAlt: item.nameAlt,
    unitSymbol: '',
    neededQtyMicro: 0,
    postedQtyMicro: 0,
    lots: '[]',
    fixedValueE4: null,
    valueE4: 0,
  };
}

/** Returns the requested kitchen, or the actor's only location if none is requested. */
async function resolveKitchen({ tx }: CommandContext, actor: Actor, requestedId: string | undefined) {
  const ownPlaces = getOwnLocations(actor);
  const id = requestedId ?? (ownPlaces?.length === 1 ? ownPlaces[0] : undefined);
  if (id === undefined) throw invalid({ kitchen: refusal('batch-kitchen-needed') });
  const [place] = await selectPlace(tx, id);
  if (!place) throw invalid({ kitchen: refusal('no-such-place') });
  if (!canActAtLocation(actor, id)) throw forbidden(refusal('batch-not-yours'));
  if (place.isActive !== 1) throw invalid({ kitchen: refusal('is-archived', { name: place.name }) });
  return place;
}
