import type { LabelPrint, OutdatedLabels, PrintLabelsInput } from '#contract/production.ts';
import {
  type MadeNow,
  type OutdatedBy,
  outdatedLabels,
  type PrintedLabel,
} from '#domain/production/printed-labels.ts';
import type { Actor } from '#domain/permissions.ts';
import type { AllergenSet } from '#domain/recipes/allergens.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import { scopeCondition } from '../../db/scope.ts';
import { insertRows, statement } from '../../db/statements.ts';
import type { LabelPrintRow } from '../../db/tables.ts';
import type { Queryable } from '../../db/types.ts';
import type { CommandContext } from '../../documents/context.ts';
import { documentEvent } from '../../documents/kit.ts';
import { refuseYearSlip } from '../../documents/when.ts';
import { batchDocument } from '../../documents/buying-and-making.ts';
import { invalid } from '../../http/problems.ts';
import { newId } from '../../ids.ts';
import { allergensIn, listOf, readRecipes, setOf, withItems } from './recipes.ts';
import { batchStore, type LoadedBatch } from './rows.ts';

const printsOf = statement((db, batchId: string) =>
  db.selectFrom('labelPrints').selectAll().where('batchId', '=', batchId).orderBy('at').orderBy('_id'),
);
const madeLotsOf = statement((db, batchId: string) =>
  db
    .selectFrom('stockMoves')
    .innerJoin('productionParts as part', (join) =>
      join.onRef('part.batchId', '=', 'stockMoves.docId').onRef('part.no', '=', 'stockMoves.cycle'),
    )
    .leftJoin('lots', 'lots._id', 'stockMoves.lotId')
    .select(['stockMoves.itemId', 'lots.code', 'lots.expiry'])
    .where('stockMoves.docId', '=', batchId)
    .where('stockMoves.docType', '=', 'production_batch')
    .where('stockMoves.kind', '=', 'production')
    .where('stockMoves.qtyMicro', '>', 0)
    .where('part.takenBackAt', 'is', null),
);

const labelOf = ({ itemId, lot, cause, useBy, allergens }: LabelPrintRow): PrintedLabel => ({
  itemId,
  lot,
  cause: cause as PrintedLabel['cause'],
  useBy,
  allergens: setOf(allergens),
});

/** The labels of a batch in the order in which they were printed, each with what it says that is no longer so. */
export async function labelsOf(db: Queryable, batchId: string, now: MadeNow): Promise<LabelPrint[]> {
  const rows = await printsOf(db, batchId);
  const outdated = outdatedLabels(rows.map(labelOf), now);
  return rows.map((row, at): LabelPrint => {
    const { itemId, lot, cause, useBy } = labelOf(row);
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
      outdated: outdated[at] ?? [],
    };
  });
}

/**
 * What a batch contains by what is known of its ingredients now. Where its recipe is made otherwise by now, what was known when
 * it was made.
 */
export async function allergensNowOf(db: Queryable, { head, lines }: LoadedBatch): Promise<AllergenSet> {
  const book = await readRecipes(db, [head.recipeId], head.plannedFor);
  const isSame = book.onDay.get(head.recipeId)?.versionId === head.versionId;
  const own = isSame ? allergensIn(head.recipeId, book) : setOf(head.allergens);
  const added = lines.filter(
    ({ side, neededQtyMicro, postedQtyMicro }) => side === 'in' && neededQtyMicro === 0 && postedQtyMicro > 0,
  );
  if (added.length === 0) return own;
  const rows = await db
    .selectFrom('items')
    .select('allergens')
    .where(
      '_id',
      'in',
      added.map(({ itemId }) => itemId),
    )
    .execute();
  return withItems(
    own,
    rows.map(({ allergens }) => (allergens ? (JSON.parse(allergens) as AllergenSet) : {})),
  );
}

async function madeNow(db: Queryable, batch: LoadedBatch): Promise<MadeNow> {
  const lots = await madeLotsOf(db, batch.head._id);
  return {
    allergens: await allergensNowOf(db, batch),
    lots: lots.map(({ itemId, code, expiry }) => ({ itemId, lot: code ?? '', expiry })),
  };
}

/**
 * Keeps what was printed of a batch, with what its labels say: its allergens as they are known now, and the day of each lot or,
 * of what was thawed or opened, the one that is said. The batch is locked by the caller.
 *
 * @throws ApiProblem 422 for a lot that the batch did not make, and for a later day than that of the lot.
 */
export async function printLabels(
  ctx: CommandContext,
  batch: LoadedBatch,
  { labels }: PrintLabelsInput,
): Promise<void> {
  const { head, lines } = batch;
  const now = await madeNow(ctx.tx, batch);
  const rows = labels.map(({ itemId, lot, cause = 'made', useBy, copies }, at): LabelPrintRow => {
    const made = now.lots.find((each) => each.itemId === itemId && each.lot === lot);
    if (!made) throw invalid({ [`labels.${at}.lot`]: refusal('label-of-no-lot', { lot }) });
    const day = cause === 'made' ? made.expiry : (useBy ?? null);
    if (cause !== 'made' && day === null)
      throw invalid({ [`labels.${at}.useBy`]: refusal('label-needs-day') });
    if (cause !== 'made') refuseYearSlip(ctx.now, 'expiry', day, `labels.${at}.useBy`);
    if (day !== null && made.expiry !== null && day > made.expiry) {
      const item = lines.find((line) => line.itemId === itemId)?.itemName ?? head.itemName;
      throw invalid({ [`labels.${at}.useBy`]: refusal('batch-expiry', { item, day: made.expiry }) });
    }
    return {
      _id: newId({ now: () => ctx.now }),
      batchId: head._id,
      itemId,
      lot,
      cause,
      useBy: day,
      allergens: listOf(now.allergens),
      copies,
      at: ctx.now.toISOString(),
      userId: ctx.actor._id,
      userName: ctx.actor.name,
    };
  });
  await insertRows(ctx.tx, 'labelPrints', rows);
  // A print is no version of its batch.
  for (const after of rows) await ctx.audit({ action: 'create', entity: 'stock', id: after._id, after });
  ctx.emit(documentEvent(batchDocument, head._id, batchDocument.audience(head), 'edited'));
}

/** How far back labels are looked at: what they are on is used by then. */
const daysKept = 90;
/** As many batches as somebody prints anew in a morning. */
const most = 200;

/** Batches in sight with labels of the last months that say what is no longer so, those that were printed last first. */
export async function batchesWithOutdated(db: Queryable, actor: Actor, now: Date): Promise<OutdatedLabels[]> {
  const from = new Date(now.getTime() - daysKept * 86_400_000).toISOString();
  const rows = await db
    .selectFrom('labelPrints')
    .innerJoin('productionBatches', 'productionBatches._id', 'labelPrints.batchId')
    .select(({ fn }) => ['labelPrints.batchId', fn.max('labelPrints.at').as('last')])
    .where('labelPrints.at', '>=', from)
    .where(scopeCondition(actor, batchDocument.scope))
    .groupBy('labelPrints.batchId')
    .orderBy('last', 'desc')
    .limit(most)
    .execute();
  const found: OutdatedLabels[] = [];
  for (const { batchId } of rows) {
    const batch = await batchStore.read(db, actor, batchId);
    const labels = await labelsOf(db, batchId, await madeNow(db, batch));
    const outdated = labels.filter((label) => label.outdated.length > 0);
    if (outdated.length === 0) continue;
    const { number, itemName, itemNameAlt } = batch.head;
    const lots = [...new Set(outdated.map(({ lot }) => lot))];
    const why = [...new Set(outdated.flatMap((label): OutdatedBy[] => label.outdated))];
    found.push({ batchId, number, itemName, itemNameAlt, lots, why });
  }
  return found;
}
