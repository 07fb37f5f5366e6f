import type { Selectable } from 'kysely';
import { fromMicro } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { type PostedMove, buildReversal } from '#modules/stock/postings.ts';
import { computeValueAtPrice } from '#core/money.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { StockMoveRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import {
  type DocumentHandlers,
  transitionDocument,
  decideTransition,
} from '#platform/documents/server/transitions.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { createReasonParser, reasonColumns } from '#platform/documents/server/reasons.ts';
import { createEditStep, saveEdit } from '#platform/documents/server/write.ts';
import { receiptDocument } from './definition.ts';
import { ApiProblem, invalid, problem } from '#platform/server/http/problems.ts';
import { type LoadedPurchase, purchaseStore } from '#modules/purchase-orders/server/rows.ts';
import { selectActiveMatches } from '#modules/supplier-invoices/server/rows.ts';
import { removeDocumentPrice } from '#modules/prices/server/history.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { assertNotReturned } from '#modules/transfers/server/returns.ts';
import { updateOrderedQuantities } from './ordered-quantities.ts';
import { type StoredReceiptLine, type LoadedReceipt, hasPackPrice, receiptStore } from './rows.ts';

type Check = () => Promise<void>;
type Move = Selectable<StockMoveRow>;

const movesOfReceipt = statement((db, id: string) =>
  db
    .selectFrom('stockMoves')
    .selectAll()
    .where('docId', '=', id)
    .where('docType', '=', 'goods_receipt')
    .where('kind', '=', 'receipt'),
);

/** Receipt-specific effects of the reversal. */
const receiptHandlers: DocumentHandlers<LoadedReceipt> = {
  store: receiptStore,
  async onTransition(ctx, receipt) {
    const { header } = receipt;
    const lines = receipt.lines.filter(({ isReversed }) => isReversed === 0);
    await reverseLines(ctx, receipt, lines);
    Object.assign(header, { reversedAt: header.updatedAt, reversedByName: ctx.actor.name });
    header.transitionReason = null;
    return lines;
  },
  auditSnapshot: ({ header: { number, supplier, place } }) => ({ number, supplier, place }),
};

/**
 * Reverses a whole receipt or some of its lines; reversing the last line reverses the whole receipt. Lines
 * that are already reversed are skipped.
 *
 * @throws ApiProblem 403, 409 INSUFFICIENT_STOCK with the documents that issued the goods, 409
 *   ILLEGAL_TRANSITION for billed lines, 422 for an unknown or reversed line
 */
export async function reverseReceipt(
  ctx: CommandContext,
  receipt: LoadedReceipt,
  input: { lines?: readonly string[] | undefined; reason?: string | null | undefined },
  check: Check,
): Promise<void> {
  receipt.header.transitionReason = input.reason ?? null;
  const openLines = receipt.lines.filter(({ isReversed }) => isReversed === 0);
  const selectedLines = input.lines === undefined ? openLines : findLines(receipt, input.lines);
  if (input.lines === undefined || selectedLines.length === openLines.length) {
    await transitionDocument(ctx, receiptHandlers, receipt, 'Reversed', check);
    return;
  }
  const { header } = receipt;
  decideTransition(receiptDocument, receipt, ctx.actor, 'Reversed');
  await check();
  const reason = (await createReasonParser(ctx.tx, [input.reason]))(input.reason);
  header.transitionReason = null;
  await reverseLines(ctx, receipt, selectedLines);
  await saveEdit(ctx, receiptStore, receipt, {
    lines: selectedLines,
    steps: [createEditStep(header, reason)],
    action: 'reverse',
    after: {
      lines: selectedLines.map(({ lineId }) => lineId),
      ...(reason !== null && reasonColumns(reason)),
    },
  });
}

function findLines({ lines }: LoadedReceipt, lineIds: readonly string[]): StoredReceiptLine[] {
  return [...new Set(lineIds)].map((id) => {
    const line = lines.find(({ lineId }) => lineId === id);
    if (!line) throw invalid({ [`lines.${id}`]: refusal('receipt-no-such-line') });
    if (line.isReversed === 1) throw invalid({ [`lines.${id}`]: refusal('receipt-line-reversed') });
    return line;
  });
}

/** Reverses lines in stock and on their purchase order; changes the lines in memory. */
async function reverseLines(
  ctx: CommandContext,
  { header, lines: allLines }: LoadedReceipt,
  lines: readonly StoredReceiptLine[],
) {
  // For free goods only freight is billed, by matches without a quantity.
  const chargedFreeLines = lines.flatMap(({ lineId, qtyMicro, chargeE4 }) =>
    qtyMicro === 0 && chargeE4 > 0 ? [lineId] : [],
  );
  const freightMatches =
    chargedFreeLines.length > 0 ? await selectActiveMatches(ctx.tx, chargedFreeLines) : [];
  const settledLineIds = new Set(freightMatches.map(({ receiptLineId }) => receiptLineId));
  const billedLine = lines.find(
    ({ billedQtyMicro, lineId }) => billedQtyMicro > 0 || settledLineIds.has(lineId),
  );
  if (billedLine) {
    const reason = refusal('receipt-billed', { item: billedLine.itemName });
    throw problem('ILLEGAL_TRANSITION', reason, { fields: { [`items.${billedLine.lineId}`]: reason } });
  }
  const returnedLine = lines.find(({ returnedQtyMicro }) => returnedQtyMicro > 0);
  if (returnedLine) {
    const reason = refusal('receipt-returned', { item: returnedLine.itemName });
    throw problem('ILLEGAL_TRANSITION', reason, { fields: { [`items.${returnedLine.lineId}`]: reason } });
  }
  const order = await lockOrder(ctx, header.purchaseOrder);
  await assertNotReturned(ctx.tx, { from: header.place, to: header.supplier }, lines);
  const ids = new Set(lines.map(({ lineId }) => lineId));
  const moves = (await movesOfReceipt(ctx.tx, header._id)).filter(({ docLineId }) => ids.has(docLineId));
  if (moves.length > 0) {
    const postings = moves.map((move) => buildReversal(toPostedMove(move)));
    try {
      await postStockChange(
        ctx.tx,
        { postings },
        { userId: ctx.actor._id, now: ctx.now.toISOString(), docNo: header.number, emit: ctx.emit },
      );
    } catch (error) {
      throw await addIssuingDocuments(ctx.tx, error, lines, moves);
    }
  }
  for (const line of lines) line.isReversed = 1;
  const remainingLines = allLines.filter(({ isReversed }) => isReversed === 0);
  Object.assign(header, {
    goodsValueE4: remainingLines.reduce(
      (sum, line) => sum + computeValueAtPrice(line.qtyMicro, line.priceMicro),
      0,
    ),
    landedValueE4: remainingLines.reduce((sum, { landedValueE4 }) => sum + landedValueE4, 0),
    expectedCreditE4: remainingLines.reduce(
      (sum, line) => sum + computeValueAtPrice(line.rejectedQtyMicro, line.priceMicro),
      0,
    ),
  });
  const remainingPriceKeys = new Set(remainingLines.filter(hasPackPrice).map(getPriceKey));
  for (const line of lines.filter((line) => hasPackPrice(line) && !remainingPriceKeys.has(getPriceKey(line))))
    await removeDocumentPrice(ctx.tx, header._id, line.packagingId ?? '', line.priceMicro);
  if (order) await updateOrderedQuantities(ctx, order, lines, -1, header.number);
  ctx.emit(stockEvent(header._id, [header.place], [header.place]));
}

const getPriceKey = ({ packagingId, priceMicro }: StoredReceiptLine): string =>
  `${packagingId} ${priceMicro}`;

async function lockOrder({ tx, actor }: CommandContext, id: string | null): Promise<LoadedPurchase | null> {
  return id === null ? null : purchaseStore.readLocked(tx, actor, id);
}

const toPostedMove = (move: Move): PostedMove => ({ ...move, seq: Number(move.seq) });

/**
 * Adds the documents that issued the goods to an INSUFFICIENT_STOCK problem; returns any other error
 * unchanged.
 */
async function addIssuingDocuments(
  tx: Tx,
  error: unknown,
  lines: readonly StoredReceiptLine[],
  moves: readonly Move[],
): Promise<unknown> {
  if (!(error instanceof ApiProblem) || error.code !== 'INSUFFICIENT_STOCK') return error;
  const { itemId, available } = error.options.details ?? {};
  const move = moves.find((move) => move.itemId === itemId);
  // The available quantity is redacted for users who count the item blind.
  return move && typeof available === 'number' ? buildShortageProblem(tx, lines, move, available) : error;
}

/** Returns a 409 problem that lists the documents by which the goods of a movement were issued. */
async function buildShortageProblem(
  tx: Tx,
  lines: readonly StoredReceiptLine[],
  move: Move,
  available: number,
): Promise<ApiProblem> {
  const { itemId, toPlace: placeId, docLineId } = move;
  const itemName = lines.find(({ lineId }) => lineId === docLineId)?.itemName ?? '';
  const numbers = await findIssuingDocuments(tx, placeId, move);
  const reason = refusal('receipt-already-used', {
    item: itemName,
    left: String(Math.max(0, available)),
    received: String(fromMicro(move.qtyMicro)),
    numbers: numbers.join(', ') || '-',
  });
  return problem('INSUFFICIENT_STOCK', reason, {
    fields: { [`items.${docLineId}`]: reason },
    details: { itemId, itemName, placeId, numbers },
  });
}

/**
 * Returns the latest documents, at most five, that issued the goods or the lot of a movement from the
 * location.
 */
async function findIssuingDocuments(tx: Tx, place: string, move: Move): Promise<string[]> {
  const rows = await tx
    .selectFrom('stockMoves')
    .select(['docNo'])
    .where('fromPlace', '=', place)
    .where('itemId', '=', move.itemId)
    .where('seq', '>', Number(move.seq))
    .where('docId', '!=', move.docId)
    .where('docNo', 'is not', null)
    .$if(move.lotId !== null, (query) => query.where('lotId', '=', move.lotId))
    .orderBy('seq', 'desc')
    .limit(20)
    .execute();
  return [...new Set(rows.flatMap(({ docNo }) => docNo ?? []))].slice(0, 5);
}
