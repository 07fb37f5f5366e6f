import type { PrintLabelsInput } from '../input.ts';
import type { OutdatedLabels } from '../shapes.ts';
import type { LabelPrint } from '../shapes.ts';
import {
  type CurrentProduction,
  type OutdatedReason,
  findOutdatedLabels,
  type PrintedLabel,
} from '../printed-labels.ts';
import type { Actor } from '#core/permissions.ts';
import type { AllergenSet } from '#modules/recipes/allergens.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { dayMs } from '#core/day.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import { insertRows, statement } from '#platform/server/db/statements.ts';
import type { LabelPrintRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { documentEvent } from '#platform/documents/server/numbering-and-events.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { batchDocument } from './definition.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import {
  computeRecipeAllergens,
  encodeAllergens,
  loadKitchenRecipes,
  decodeAllergens,
  addItemAllergens,
} from './recipes.ts';
import type { LoadedBatch } from './rows.ts';

const selectLabelPrints = statement((db, batchIds: readonly string[]) =>
  db.selectFrom('labelPrints').selectAll().where('batchId', 'in', batchIds).orderBy('at').orderBy('_id'),
);
const selectOutputLots = statement((db, batchIds: readonly string[]) =>
  db
    .selectFrom('stockMoves')
    .innerJoin('productionParts as part', (join) =>
      join.onRef('part.batchId', '=', 'stockMoves.docId').onRef('part.no', '=', 'stockMoves.cycle'),
    )
    .leftJoin('lots', 'lots._id', 'stockMoves.lotId')
    .select(['stockMoves.docId', 'stockMoves.itemId', 'lots.code', 'lots.expiry'])
    .where('stockMoves.docId', 'in', batchIds)
    .where('stockMoves.docType', '=', 'production_batch')
    .where('stockMoves.kind', '=', 'production')
    .where('stockMoves.qtyMicro', '>', 0)
    .where('part.reversedAt', 'is', null),
);

const selectBatches = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('productionBatches')
    .select(['_id', 'number', 'recipeId', 'versionId', 'plannedFor', 'itemName', 'itemNameAlt', 'allergens'])
    .where('_id', 'in', ids),
);
const selectItemAllergens = statement((db, ids: readonly string[]) =>
  db.selectFrom('items').select('allergens').where('_id', 'in', ids),
);
/** Allergens of ingredients used in addition to the recipe. */
const selectAddedAllergens = statement((db, batchIds: readonly string[]) =>
  db
    .selectFrom('productionLines as line')
    .innerJoin('items', 'items._id', 'line.itemId')
    .select(['line.batchId', 'items.allergens'])
    .where('line.batchId', 'in', batchIds)
    .where('line.side', '=', 'in')
    .where('line.neededQtyMicro', '=', 0)
    .where('line.postedQtyMicro', '>', 0),
);

const toPrintedLabel = ({ itemId, lot, cause, useBy, allergens }: LabelPrintRow): PrintedLabel => ({
  itemId,
  lot,
  cause: cause as PrintedLabel['cause'],
  useBy,
  allergens: decodeAllergens(allergens),
});

/** Lists a batch's labels in print order, each with the reasons why it is outdated. */
export const listBatchLabels = async (
  db: Queryable,
  batchId: string,
  current: CurrentProduction,
): Promise<LabelPrint[]> => presentLabels(await selectLabelPrints(db, [batchId]), current);

function presentLabels(rows: readonly LabelPrintRow[], current: CurrentProduction): LabelPrint[] {
  const outdated = findOutdatedLabels(rows.map(toPrintedLabel), current);
  return rows.map((row, index): LabelPrint => {
    const { itemId, lot, cause, useBy } = toPrintedLabel(row);
    const { _id, at: printedAt, userName: byName, copies } = row;
    return {
      _id,
      itemId,
      lot,
      cause,
      useBy,
      copies: Number(copies),
      at: printedAt,
      byName,
      outdated: outdated[index] ?? [],
    };
  });
}

type BatchHeader = Pick<LoadedBatch['header'], '_id' | 'recipeId' | 'versionId' | 'plannedFor' | 'allergens'>;

/**
 * Computes batches' current allergens: from the recipe or, if its version for that day has changed, as stored
 * with the batch. Recipes are read per day.
 */
async function loadCurrentAllergens(
  db: Queryable,
  batches: readonly BatchHeader[],
  added: ReadonlyMap<string, readonly { allergens: string | null }[]>,
): Promise<Map<string, AllergenSet>> {
  const allergensByBatch = new Map<string, AllergenSet>();
  for (const [day, dayBatches] of Map.groupBy(batches, ({ plannedFor }) => plannedFor)) {
    const recipes = [...new Set(dayBatches.map(({ recipeId }) => recipeId))];
    const kitchenRecipes = await loadKitchenRecipes(db, recipes, day);
    for (const { _id, recipeId, versionId, allergens } of dayBatches) {
      const isSameVersion = kitchenRecipes.versions.get(recipeId)?.versionId === versionId;
      const ownAllergens = isSameVersion
        ? computeRecipeAllergens(recipeId, kitchenRecipes)
        : decodeAllergens(allergens);
      const items = added.get(_id) ?? [];
      allergensByBatch.set(
        _id,
        items.length === 0
          ? ownAllergens
          : addItemAllergens(
              ownAllergens,
              items.map((item) => (item.allergens ? (JSON.parse(item.allergens) as AllergenSet) : {})),
            ),
      );
    }
  }
  return allergensByBatch;
}

/** Computes one batch's current allergens, using its lines in memory. */
export async function loadCurrentBatchAllergens(
  db: Queryable,
  { header, lines }: LoadedBatch,
): Promise<AllergenSet> {
  const ids = lines.flatMap(({ side, itemId, neededQtyMicro, postedQtyMicro }) =>
    side === 'in' && neededQtyMicro === 0 && postedQtyMicro > 0 ? [itemId] : [],
  );
  const added = ids.length === 0 ? [] : await selectItemAllergens(db, ids);
  return (await loadCurrentAllergens(db, [header], new Map([[header._id, added]]))).get(header._id) ?? {};
}

/** Loads current allergens and lots by batch. */
async function loadCurrentOutput(
  db: Queryable,
  batches: readonly BatchHeader[],
): Promise<(batchId: string) => CurrentProduction> {
  const lots = Map.groupBy(
    await selectOutputLots(
      db,
      batches.map(({ _id }) => _id),
    ),
    ({ docId }) => docId,
  );
  const added = await selectAddedAllergens(
    db,
    batches.map(({ _id }) => _id),
  );
  const allergens = await loadCurrentAllergens(
    db,
    batches,
    Map.groupBy(added, ({ batchId }) => batchId),
  );
  return (batchId) => ({
    allergens: allergens.get(batchId) ?? {},
    lots: (lots.get(batchId) ?? []).map(({ itemId, code, expiry }) => ({ itemId, lot: code ?? '', expiry })),
  });
}

/**
 * Records printed labels with their content: current allergens, and each lot's expiry or the given day for
 * thawed or opened goods. The caller has locked the batch.
 *
 * @throws ApiProblem 422 for a lot that the batch didn't make, and for a day after the lot's expiry
 */
export async function recordPrintedLabels(
  ctx: CommandContext,
  batch: LoadedBatch,
  { labels }: PrintLabelsInput,
): Promise<void> {
  const { header, lines } = batch;
  const current = (await loadCurrentOutput(ctx.tx, [header]))(header._id);
  const rows = labels.map(({ itemId, lot, cause = 'made', useBy, copies }, index): LabelPrintRow => {
    const output = current.lots.find((candidate) => candidate.itemId === itemId && candidate.lot === lot);
    if (!output) throw invalid({ [`labels.${index}.lot`]: refusal('label-lot-unknown', { lot }) });
    const day = cause === 'made' ? output.expiry : (useBy ?? null);
    if (cause !== 'made' && day === null)
      throw invalid({ [`labels.${index}.useBy`]: refusal('label-needs-day') });
    if (cause !== 'made') assertPlausibleYear(ctx.now, 'expiry', day, `labels.${index}.useBy`);
    if (day !== null && output.expiry !== null && day > output.expiry) {
      const item = lines.find((line) => line.itemId === itemId)?.itemName ?? header.itemName;
      throw invalid({ [`labels.${index}.useBy`]: refusal('batch-expiry', { item, day: output.expiry }) });
    }
    return {
      _id: newId({ now: () => ctx.now }),
      batchId: header._id,
      itemId,
      lot,
      cause,
      useBy: day,
      allergens: encodeAllergens(current.allergens),
      copies,
      at: ctx.now.toISOString(),
      userId: ctx.actor._id,
      userName: ctx.actor.name,
    };
  });
  await insertRows(ctx.tx, 'labelPrints', rows);
  // Printing doesn't change the batch's version.
  for (const after of rows) await ctx.audit({ action: 'create', entity: 'stock', id: after._id, after });
  ctx.emit(documentEvent(batchDocument, header, 'edited'));
}

/** Goods with older labels are assumed to be used up. */
const maxLabelAgeDays = 90;
/** Maximum number of batches listed. */
const maxBatches = 200;

/** Lists batches in scope with outdated labels printed in recent months, most recently printed first. */
export async function listOutdatedLabels(db: Queryable, actor: Actor, now: Date): Promise<OutdatedLabels[]> {
  const from = new Date(now.getTime() - maxLabelAgeDays * dayMs).toISOString();
  const rows = await db
    .selectFrom('labelPrints')
    .innerJoin('productionBatches', 'productionBatches._id', 'labelPrints.batchId')
    .select(({ fn }) => ['labelPrints.batchId', fn.max('labelPrints.at').as('last')])
    .where('labelPrints.at', '>=', from)
    .where(scopeCondition(actor, batchDocument.scope))
    .groupBy('labelPrints.batchId')
    .orderBy('last', 'desc')
    .limit(maxBatches)
    .execute();
  const ids = rows.map(({ batchId }) => batchId);
  const headersById = new Map((await selectBatches(db, ids)).map((header) => [header._id, header]));
  const currentOutputs = await loadCurrentOutput(db, [...headersById.values()]);
  const prints = Map.groupBy(await selectLabelPrints(db, ids), ({ batchId }) => batchId);
  return ids.flatMap((batchId): OutdatedLabels[] => {
    const header = headersById.get(batchId);
    const labels = presentLabels(prints.get(batchId) ?? [], currentOutputs(batchId));
    const outdated = labels.filter((label) => label.outdated.length > 0);
    if (!header || outdated.length === 0) return [];
    const { number, itemName, itemNameAlt } = header;
    const lots = [...new Set(outdated.map(({ lot }) => lot))];
    const reasons = [...new Set(outdated.flatMap((label): OutdatedReason[] => label.outdated))];
    return [{ batchId, number, itemName, itemNameAlt, lots, reasons }];
  });
}
