import { getBusinessDay, utcDays } from '#core/business-day.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { expiryByShelfLife } from '#modules/lots/lot-rules.ts';
import {
  computeBatchExpiry,
  computeNextDueMicro,
  computeRemainingToMakeMicro,
  allocateBatchCost,
} from '../batch.ts';
import type { AllergenSet } from '#modules/recipes/allergens.ts';
import { type PostedMove, type Posting, buildReversal } from '#modules/stock/postings.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { createReasonParser, reasonColumns } from '#platform/documents/server/reasons.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { type PostingContext, postStockChange } from '#modules/stock/server/ledger.ts';
import { loadLotItems } from '#modules/stock/server/lot-book.ts';
import {
  type BatchHeader,
  type ProductionLine,
  type LoadedBatch,
  parseLineLots,
  getMainOutput,
  getBatchProgress,
} from './rows.ts';
import { toMicro } from '#core/quantity.ts';
import { loadCurrentBatchAllergens } from './labels.ts';
import { encodeAllergens, decodeAllergens, addItemAllergens } from './recipes.ts';

/**
 * Returns the next part's good quantity: as entered, otherwise the remaining planned quantity less losses.
 */
export function computeNextGoodMicro(batch: LoadedBatch): number {
  const { header } = batch;
  return (
    getMainOutput(batch).enteredQtyMicro ??
    Math.max(0, computeRemainingToMakeMicro(getBatchProgress(header)) - header.lossMicro)
  );
}

/**
 * Returns the quantity of a line that the next part uses: as entered, otherwise the recipe quantity for its
 * output and losses.
 */
export const computeNextUsedMicro = (batch: LoadedBatch, line: ProductionLine): number =>
  line.enteredQtyMicro ??
  computeNextDueMicro(
    line.neededQtyMicro,
    getBatchProgress(batch.header),
    computeNextGoodMicro(batch) + batch.header.lossMicro,
  );

/** Whether usage, output or loss was entered since the last part. */
export const hasEnteredQuantities = ({ header, lines }: LoadedBatch): boolean =>
  header.lossMicro > 0 || lines.some(({ enteredQtyMicro }) => enteredQtyMicro !== null);

/**
 * Posts a part: consumption of ingredients and receipt of good outputs, whose unit cost is the input cost
 * divided by the good quantity. Updates the batch in memory; the caller saves it.
 *
 * @throws ApiProblem 409 INSUFFICIENT_STOCK, LOT_ON_HOLD or LOT_EXPIRED; 422 if nothing was made or lost, a
 *   loss has no reason, by-products are worth more than the inputs, or an expiry is later than the
 *   ingredients allow
 */
export async function finishPart(ctx: CommandContext, batch: LoadedBatch): Promise<void> {
  const { header, lines } = batch;
  const main = getMainOutput(batch);
  const [goodMicro, lostMicro] = [computeNextGoodMicro(batch), header.lossMicro];
  const outputs = lines.filter(({ side }) => side === 'out');
  const outputPostings = outputs.map((line) => ({
    line,
    qtyMicro: line === main ? goodMicro : (line.enteredQtyMicro ?? 0),
  }));
  if (lostMicro === 0 && outputPostings.every(({ qtyMicro }) => qtyMicro === 0))
    throw invalid({ produced: refusal('batch-nothing-produced') });
  if (lostMicro > 0 && header.reason === null) throw invalid({ lossReason: refusal('batch-loss-reason') });
  const no = (await loadLastPartNo(ctx.tx, header._id)) + 1;
  const context = await buildPostingContext(ctx, header, no);
  const inputs = lines.filter(({ side }) => side === 'in');
  const consumption = inputs.flatMap((line) =>
    buildConsumptionPostings(header, line, computeNextUsedMicro(batch, line)),
  );
  const outputKeys = outputs.map(({ itemId }) => ({ itemId, placeId: header.kitchen }));
  const { posted } = await postStockChange(
    ctx.tx,
    { postings: consumption.map(({ posting }) => posting), laterBalances: outputKeys },
    context,
  );
  const inputE4 = posted.reduce((sum, { costE4 }) => sum + costE4, 0) + header.labourE4;
  const allocation = allocateBatchCost(
    inputE4,
    outputPostings.map(({ line, qtyMicro }) => ({
      lineId: line.lineId,
      qtyMicro,
      shareMicro: line.costShareMicro,
      fixedE4: line.fixedValueE4,
    })),
  );
  if (allocation === null) throw invalid({ produced: refusal('batch-by-products') });
  const ingredients = posted.flatMap(({ lots }) => lots.map(({ expiry }) => expiry));
  const expiries = await computeOutputExpiries(ctx, header, outputPostings, ingredients);
  const outputMoves = outputPostings.filter(({ qtyMicro }) => qtyMicro > 0);
  const receipt = await postStockChange(
    ctx.tx,
    {
      postings: outputMoves.map(({ line, qtyMicro }): Posting => {
        const expiry = expiries.get(line.lineId) ?? null;
        return {
          ...toLineReference(header, line),
          fromPlace: 'production',
          toPlace: header.kitchen,
          qtyMicro,
          kind: 'production',
          lot: line.lot ?? '',
          ...(expiry !== null && { expiry }),
          valueE4: allocation.valueE4.get(line.lineId) ?? 0,
        };
      }),
    },
    context,
  );
  for (const [index, { line, posting }] of consumption.entries()) {
    line.postedQtyMicro += posting.qtyMicro;
    line.valueE4 += posted[index]?.costE4 ?? 0;
  }
  for (const [index, { line, qtyMicro }] of outputMoves.entries()) {
    line.postedQtyMicro += qtyMicro;
    line.valueE4 += receipt.posted[index]?.valueE4 ?? 0;
  }
  await insertRows(ctx.tx, 'productionParts', [
    {
      partId: `${header._id}:${no}`,
      batchId: header._id,
      no,
      at: ctx.now.toISOString(),
      byName: ctx.actor.name,
      goodMicro,
      lostMicro,
      ...reasonColumns((await createReasonParser(ctx.tx, [header.reason]))(header.reason)),
      labourE4: header.labourE4,
      valueE4: inputE4,
      lostE4: allocation.lostE4,
      reversedAt: null,
    },
  ]);
  header.allergens = encodeAllergens(await loadBatchAllergens(ctx.tx, batch));
  Object.assign(header, {
    goodQtyMicro: header.goodQtyMicro + goodMicro,
    lostQtyMicro: header.lostQtyMicro + lostMicro,
    parts: header.parts + 1,
    valueE4: header.valueE4 + inputE4,
  });
  clearEnteredQuantities(batch);
}

/**
 * Reverses all parts of a batch, latest first: outputs are removed from stock, and ingredients are returned
 * at their cost. Lots keep their identity.
 *
 * @throws ApiProblem 409 INSUFFICIENT_STOCK if the outputs are no longer on hand
 */
export async function reverseBatch(ctx: CommandContext, batch: LoadedBatch): Promise<void> {
  const { header, lines } = batch;
  const parts = await ctx.tx
    .selectFrom('productionParts')
    .select(['partId', 'no'])
    .where('batchId', '=', header._id)
    .where('reversedAt', 'is', null)
    .orderBy('no', 'desc')
    .execute();
  const keys = lines.map(({ itemId }) => ({ itemId, placeId: header.kitchen }));
  for (const { no } of parts) {
    const moves = await loadPartMoves(ctx.tx, header._id, no);
    // Outputs first: if they are no longer on hand, no ingredient is returned.
    const postings = [
      ...moves.filter(({ kind }) => kind === 'production'),
      ...moves.filter(({ kind }) => kind === 'consumption'),
    ].map(buildReversal);
    await postStockChange(
      ctx.tx,
      { postings, laterBalances: keys },
      await buildPostingContext(ctx, header, no),
    );
  }
  await ctx.tx
    .updateTable('productionParts')
    .set({ reversedAt: ctx.now.toISOString() })
    .where('batchId', '=', header._id)
    .where('reversedAt', 'is', null)
    .execute();
  for (const line of lines) Object.assign(line, { postedQtyMicro: 0, valueE4: 0 });
  Object.assign(header, { goodQtyMicro: 0, lostQtyMicro: 0, parts: 0, valueE4: 0 });
  clearEnteredQuantities(batch);
  // Added ingredients are no longer in the batch.
  header.allergens = encodeAllergens(await loadCurrentBatchAllergens(ctx.tx, batch));
}

/** Clears the entered quantities, which belong to the finished part. */
function clearEnteredQuantities({ header, lines }: LoadedBatch): void {
  for (const line of lines)
    Object.assign(line, { enteredQtyMicro: null, lots: '[]', lot: null, expiry: null });
  Object.assign(header, { lossMicro: 0, reason: null, reasonCode: null, reasonNote: null, labourE4: 0 });
}

const toLineReference = ({ _id: docId }: BatchHeader, { itemId, lineId: docLineId }: ProductionLine) =>
  ({ itemId, docType: 'production_batch', docId, docLineId }) as const;

/** Builds a line's consumption postings: the specified lots, and the rest by FEFO. */
function buildConsumptionPostings(
  header: BatchHeader,
  line: ProductionLine,
  usedMicro: number,
): { line: ProductionLine; posting: Posting }[] {
  const lotParts = parseLineLots(line).map(({ lot, qty }) => ({ lot, qtyMicro: toMicro(qty) }));
  const remainingMicro = usedMicro - lotParts.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
  return [...lotParts, { lot: '', qtyMicro: remainingMicro }]
    .filter(({ qtyMicro }) => qtyMicro > 0)
    .map(({ lot, qtyMicro }) => ({
      line,
      posting: {
        ...toLineReference(header, line),
        fromPlace: header.kitchen,
        toPlace: 'production',
        qtyMicro,
        kind: 'consumption',
        lot,
      },
    }));
}

async function buildPostingContext(
  ctx: CommandContext,
  { number }: BatchHeader,
  cycle: number,
): Promise<PostingContext> {
  return {
    userId: ctx.actor._id,
    now: ctx.now.toISOString(),
    cycle,
    docNo: number,
    emit: (event) => ctx.emit(event),
  };
}

async function loadLastPartNo(tx: Tx, batchId: string): Promise<number> {
  const row = await tx
    .selectFrom('productionParts')
    .select((eb) => eb.fn.max('no').as('no'))
    .where('batchId', '=', batchId)
    .executeTakeFirst();
  return Number(row?.no ?? 0);
}

function loadPartMoves(tx: Tx, batchId: string, no: number): Promise<PostedMove[]> {
  return tx
    .selectFrom('stockMoves')
    .select(['seq', 'itemId', 'fromPlace', 'toPlace', 'qtyMicro', 'valueE4', 'kind', 'docType', 'docId'])
    .select(['docLineId', 'lot', 'lotId', 'pieces'])
    .where('docId', '=', batchId)
    .where('docType', '=', 'production_batch')
    .where('cycle', '=', no)
    .where('kind', 'in', ['consumption', 'production'])
    .orderBy('seq', 'desc')
    .execute();
}

/**
 * Computes the expiry of each lot-tracked output: as entered, otherwise the earlier of its own shelf life and
 * the ingredients' expiry.
 *
 * @throws ApiProblem 422 if a tracked expiry is missing or the entered day is too late
 */
async function computeOutputExpiries(
  { tx, now }: CommandContext,
  header: BatchHeader,
  outputPostings: readonly { line: ProductionLine; qtyMicro: number }[],
  ingredients: readonly (string | null)[],
): Promise<Map<string, string | null>> {
  const items = await loadLotItems(
    tx,
    outputPostings.map(({ line }) => line.itemId),
  );
  const place = await tx
    .selectFrom('branches')
    .select(['timezone', 'dayEnds'])
    .where('_id', '=', header.kitchen)
    .executeTakeFirst();
  const today = getBusinessDay(now, place ?? utcDays);
  const expiries = new Map<string, string | null>();
  for (const { line, qtyMicro } of outputPostings) {
    const item = items.get(line.itemId);
    if (!item) continue;
    const latestExpiry = computeBatchExpiry(
      expiryByShelfLife(today, item),
      ingredients,
      header.limitsExpiryToIngredients === 1,
    );
    if (line.expiry !== null && latestExpiry !== null && line.expiry > latestExpiry)
      throw invalid({ produced: refusal('batch-expiry', { item: line.itemName, day: latestExpiry }) });
    const expiry = line.expiry ?? latestExpiry;
    if (expiry === null && item.trackExpiry && qtyMicro > 0)
      throw invalid({ produced: refusal('expiry-needed', { item: line.itemName }) });
    expiries.set(line.lineId, expiry);
  }
  return expiries;
}

/** Loads the allergens of a batch: those of its recipe and of added ingredients. */
async function loadBatchAllergens(tx: Tx, { header, lines }: LoadedBatch): Promise<AllergenSet> {
  const batchAllergenSet = decodeAllergens(header.allergens);
  const addedItemIds = lines
    .filter(
      ({ side, neededQtyMicro, postedQtyMicro }) =>
        side === 'in' && neededQtyMicro === 0 && postedQtyMicro > 0,
    )
    .map(({ itemId }) => itemId);
  if (addedItemIds.length === 0) return batchAllergenSet;
  const rows = await tx.selectFrom('items').select('allergens').where('_id', 'in', addedItemIds).execute();
  return addItemAllergens(
    batchAllergenSet,
    rows.map(({ allergens }) => (allergens ? (JSON.parse(allergens) as AllergenSet) : {})),
  );
}
