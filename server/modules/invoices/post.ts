import { fromE4 } from '#domain/money.ts';
import { decideInvoiceDelete } from '#domain/purchasing/invoice-lifecycle.ts';
import { type InvoiceStatus, roundingToleranceE4 } from '#domain/purchasing/invoices.ts';
import { undoLateDifference } from '#domain/purchasing/match.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import { insertRows } from '../../db/statements.ts';
import { type DocumentKind, moveDocument, removeDocument } from '../../documents/changes.ts';
import type { CommandContext } from '../../documents/context.ts';
import { invoiceDocument } from '../../documents/buying-and-making.ts';
import { invalid } from '../../http/problems.ts';
import { newId } from '../../ids.ts';
import { removeAttachments } from '../attachments/store.ts';
import { openBalanceBook } from '../stock/balance-book.ts';
import { businessDayAt } from '../stock/business-day.ts';
import { lockPeriodForPosting } from '../stock/accounting-period.ts';
import { editRefusal } from './edit.ts';
import { postWorth, readOrders, tellBilled, tellOrders, tellReceipts, tellReturns } from './effects.ts';
import { learnPrices, unlearnPrices } from './learn.ts';
import { refuseAboveLimit } from './limits.ts';
import { refuseStale } from './lines.ts';
import { leftOf, type MatchPlan, planMatches, revaluedItems, stateLines } from './matching.ts';
import { planReturned } from './returned.ts';
import { camesById, type LoadedInvoice, type MatchRow, matchesOf, invoiceStore, movable } from './rows.ts';

/** What is special about the moves and the end of a supplier's invoice. */
const invoiceKind: DocumentKind<LoadedInvoice> = {
  document: invoiceDocument,
  store: invoiceStore,
  async moved(ctx, invoice, { verb }) {
    if (verb === 'post') await postInvoice(ctx, invoice);
    else await takeBack(ctx, invoice);
    invoice.head.transitionReason = null;
    return invoice.lines;
  },
  removed: (ctx, { head }) => removeAttachments(ctx.tx, 'supplier_invoice', head._id),
  remembered: ({ head: { number, kind, supplier, supplierNumber, place, totalE4 } }) => ({
    number,
    kind,
    supplier,
    supplierNumber,
    place,
    totalE4,
  }),
};

/**
 * Posts an invoice, or takes it back; see `moveDocument`. What differs from what was received asks for a reason.
 *
 * @throws ApiProblem 422 `transitionReason` or `total`, 409 for what a credit stands on.
 */
export async function moveInvoice(
  ctx: CommandContext,
  invoice: LoadedInvoice,
  to: InvoiceStatus,
  reason: string | null | undefined,
  check: () => Promise<void>,
): Promise<void> {
  if (reason !== undefined) invoice.head.transitionReason = reason;
  await moveDocument(ctx, invoiceKind, invoice, to, check);
}

/** Deletes a draft. @throws ApiProblem 403, 409 once it was posted. */
export async function removeInvoice(
  ctx: CommandContext,
  invoice: LoadedInvoice,
  check: () => Promise<void>,
): Promise<void> {
  const decision = decideInvoiceDelete(movable(invoice), ctx.actor);
  if (!decision.ok) throw editRefusal(invoice, decision);
  await check();
  await removeDocument(ctx, invoiceKind, invoice);
}

async function postInvoice(ctx: CommandContext, invoice: LoadedInvoice): Promise<void> {
  const { head, lines } = invoice;
  if (Math.abs(head.roundingE4) > roundingToleranceE4(lines.length))
    throw invalid({
      total: refusal('invoice-total', {
        sum: String(fromE4(head.totalE4 - head.roundingE4)),
        total: String(fromE4(head.totalE4)),
      }),
    });
  const orders = await readOrders(ctx, lines);
  await refuseAboveLimit(ctx, invoice, orders);
  await lockStock(ctx, head.place, await revaluedItems(ctx.tx, invoice));
  await refuseStale(ctx.tx, lines);
  const plan = await planMatches(ctx.tx, invoice);
  plan.matches.push(...(await planReturned(ctx.tx, invoice, plan)));
  stateLines(invoice, plan);
  if (head.matchState !== 'matched' && (head.transitionReason ?? '') === '')
    throw invalid({ transitionReason: refusal('invoice-differs') });
  head.postedDay = await businessDayAt(ctx.tx, head.place, head.updatedAt);
  Object.assign(head, { postedAt: head.updatedAt, postedByName: ctx.actor.name });
  await tellBilled(ctx, lines, 1);
  await tellReturns(ctx, invoice, 1);
  await writeMatches(ctx, invoice, plan, head.postedDay);
  await tellOrders(ctx, invoice, orders, 1);
  if (head.kind === 'invoice') await learnPrices(ctx, invoice);
}

/** Writes the matches of a plan: rows, what was billed of receipts, and what changed in the books. */
export async function writeMatches(
  ctx: CommandContext,
  invoice: LoadedInvoice,
  plan: MatchPlan,
  businessDay: string,
): Promise<void> {
  const { head } = invoice;
  const rows: MatchRow[] = plan.matches.map(({ row }) => ({
    ...row,
    matchId: newId({ now: () => ctx.now }),
    invoiceId: head._id,
    businessDay,
    reversedDay: null,
  }));
  for (const { line, row } of plan.matches)
    if (head.kind === 'invoice' && row.transferId === null) line.matchedQtyMicro += row.qtyMicro;
  await insertRows(ctx.tx, 'invoiceMatches', rows);
  await tellReceipts(ctx, head, rows, 1);
  await postWorth(ctx, head, rows, 0);
}

async function takeBack(ctx: CommandContext, invoice: LoadedInvoice): Promise<void> {
  const { head, lines } = invoice;
  const rows = (await matchesOf(ctx.tx, head._id)).filter(({ reversedDay }) => reversedDay === null);
  const orders = await readOrders(ctx, lines);
  const items = [...lines, ...rows].map(({ itemId }) => itemId);
  const book = await lockStock(ctx, head.place, items);
  const cames = await readCames(ctx, rows);
  const undone = [];
  for (const row of rows) {
    const came = cames.get(row.receiptLineId ?? '');
    const entry = book.entry(head.place, row.itemId);
    const onHandMicro = came ? await leftOf(ctx.tx, came, entry.onHandMicro) : 0;
    const late = undoLateDifference(entry.valueE4, onHandMicro, row);
    entry.valueE4 += late.stockE4;
    undone.push({ ...row, ...late });
  }
  head.reversedDay = await businessDayAt(ctx.tx, head.place, head.updatedAt);
  head.uniqueKey = null;
  await ctx.tx
    .updateTable('invoiceMatches')
    .set({ reversedDay: head.reversedDay })
    .where('invoiceId', '=', head._id)
    .where('reversedDay', 'is', null)
    .execute();
  for (const line of lines) line.matchedQtyMicro = 0;
  await tellReceipts(ctx, head, rows, -1);
  await tellBilled(ctx, lines, -1);
  await tellReturns(ctx, invoice, -1);
  await postWorth(ctx, head, undone, 1);
  await tellOrders(ctx, invoice, orders, -1);
  if (head.kind === 'invoice') await unlearnPrices(ctx, invoice);
  head.stockDifferenceE4 += undone.reduce((sum, { stockE4 }) => sum + stockE4, 0);
  head.varianceE4 += undone.reduce((sum, { varianceE4 }) => sum + varianceE4, 0);
}

async function readCames({ tx }: CommandContext, rows: readonly MatchRow[]) {
  const ids = [...new Set(rows.flatMap(({ receiptLineId }) => receiptLineId ?? []))];
  const found = ids.length > 0 ? await camesById(tx, ids) : [];
  return new Map(found.map((came) => [came.lineId, came]));
}

/** Holds the stock whose worth changes: what is decided on it stays true until it is posted. */
async function lockStock({ tx }: CommandContext, placeId: string, items: readonly string[]) {
  await lockPeriodForPosting(tx);
  return openBalanceBook(
    tx,
    [...new Set(items)].map((itemId) => ({ placeId, itemId })),
  );
}
