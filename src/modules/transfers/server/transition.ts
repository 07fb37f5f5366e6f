import { computeAverageMicro } from '#core/money.ts';
import { hasFlag, canActAtLocation } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { decideTransferDelete } from '../edits.ts';
import type { TransferStatus } from '../kinds.ts';
import {
  getTransferParties,
  transferLifecycle,
  type TransferParty,
  type TransferVerb,
} from '../lifecycle.ts';
import { acquireTransactionLock } from '#platform/server/db/locking.ts';
import { formatDocumentNumber, takeNumber } from '#platform/server/db/sequences.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import {
  applyTransition,
  type DocumentHandlers,
  transitionDocument,
  removeDocument,
} from '#platform/documents/server/transitions.ts';
import { assertPermitted, saveEdit } from '#platform/documents/server/write.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { listUsersWithPhotosSince, removeAttachments } from '#modules/attachments/server/store.ts';
import { assertNotFollowUp } from '#modules/discrepancies/server/follow-ups.ts';
import { loadShipmentCharging } from '#modules/shipments/server/charging.ts';
import { receiveShipment, sendShipment, reverseShipment } from '#modules/shipments/server/shipment.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import {
  applyPendingLots,
  getOverReceivedMicro,
  matchReceiptToShipment,
  assertReceiptAddsUp,
} from './arrival.ts';
import { loadSupplierReturnCosts } from './supplier-return-costs.ts';
import { buildSideVersions } from './edit.ts';
import { linkReturnLines, loadOriginalReceiptCosts } from './returns.ts';
import {
  type StoredTransferLine,
  type LoadedTransfer,
  toTransferLifecycleInput,
  transferStore,
} from './rows.ts';
import { toLineUnit, assertNotExpired, toShipment } from './shipment.ts';

/**
 * Effects of a transition besides the status: changes the transfer in memory and returns the changed lines.
 */
type Effect = (ctx: CommandContext, transfer: LoadedTransfer) => Promise<readonly StoredTransferLine[]>;

const transferEffects: Partial<Record<TransferVerb, Effect>> = { send, receive, reopen, recall: unship };

/** The sides to which a transition belongs. */
const transitionSides: Readonly<Record<TransferVerb, readonly TransferParty[]>> = {
  send: ['giver'],
  // Unshipping ends the shipment that the receiver's entries refer to.
  recall: ['giver', 'taker'],
  receive: ['taker'],
  reopen: ['giver', 'taker'],
  cancel: ['giver', 'taker'],
};

/** Transfer-specific effects of transitions and deletion. */
const transferHandlers: DocumentHandlers<LoadedTransfer> = {
  store: transferStore,
  async onTransition(ctx, transfer, { verb }) {
    Object.assign(
      transfer.header,
      buildSideVersions(transitionSides[verb as TransferVerb], transfer.header.version),
    );
    return (await transferEffects[verb as TransferVerb]?.(ctx, transfer)) ?? [];
  },
  onRemove: (ctx, { header }) => removeAttachments(ctx.tx, 'transfer', header._id),
  auditSnapshot: ({ header: { number, kind, from, to }, lines }) => ({
    number,
    kind,
    from,
    to,
    items: lines.map(({ itemId, orderQtyMicro, unitSymbol }) => ({ itemId, orderQtyMicro, unitSymbol })),
  }),
};

/**
 * Changes the status of a transfer; see `transitionDocument`. A receipt may arrive before the shipment is
 * recorded, because the sender may be offline: it is stored, and applied as soon as the transfer is sent.
 * Also throws 409 INSUFFICIENT_STOCK.
 */
export async function transitionTransfer(
  ctx: CommandContext,
  transfer: LoadedTransfer,
  to: TransferStatus,
  check: () => Promise<void>,
): Promise<void> {
  const { header } = transfer;
  const isTaker =
    getTransferParties(toTransferLifecycleInput(transfer), ctx.actor).has('taker') &&
    hasFlag(ctx.actor, 'canEdit');
  if (header.status === 'Draft' && to === 'Received' && isTaker && header.kind !== 'supplier-return')
    return recordEarlyArrival(ctx, transfer, check);
  if (to === 'Cancelled') assertNotArrived(ctx, transfer);
  const hasChanged = await transitionDocument(ctx, transferHandlers, transfer, to, check);
  if (hasChanged && to === 'Sent' && header.arrivedAt !== null) await receiveEarlyArrival(ctx, transfer);
}

async function recordEarlyArrival(
  ctx: CommandContext,
  transfer: LoadedTransfer,
  check: () => Promise<void>,
): Promise<void> {
  const { header } = transfer;
  if (header.arrivedAt !== null) return;
  await check();
  const arrivedAt = ctx.now.toISOString();
  Object.assign(header, {
    arrivedAt,
    arrivedBy: ctx.actor._id,
    ...buildSideVersions(['taker'], header.version + 1),
  });
  await saveEdit(ctx, transferStore, transfer, {
    steps: [{ from: 'Draft', to: 'Draft', verb: 'arrive' }],
    after: { arrivedAt },
  });
}

/**
 * Asserts that the sender doesn't cancel goods that the receiver has reported as arrived.
 *
 * @throws ApiProblem 409
 */
function assertNotArrived({ actor }: CommandContext, transfer: LoadedTransfer): void {
  const { number, status, toName, arrivedAt } = transfer.header;
  if (
    status !== 'Draft' ||
    arrivedAt === null ||
    getTransferParties(toTransferLifecycleInput(transfer), actor).has('taker')
  )
    return;
  throw problem('ILLEGAL_TRANSITION', refusal('transfer-already-received', { place: toName }), {
    details: { number, status },
  });
}

/** Receives in the name of the user who reported the arrival, whose permission was checked at that time. */
async function receiveEarlyArrival(ctx: CommandContext, transfer: LoadedTransfer): Promise<void> {
  const { header } = transfer;
  const transition = transferLifecycle.transitions.find(({ verb }) => verb === 'receive');
  const [sender] = await ctx.tx
    .selectFrom('users')
    .select(['_id', 'name'])
    .where('_id', '=', header.arrivedBy ?? '')
    .execute();
  if (!transition) return;
  // The sender can't correct the receiver's entries, so they are adjusted.
  for (const line of transfer.lines) matchReceiptToShipment(line);
  await applyTransition(
    { ...ctx, actor: { ...ctx.actor, ...sender } },
    transferHandlers,
    transfer,
    transition,
  );
}

/** Ships goods from the sender to transit, valued at cost or at the charged price. */
async function send(ctx: CommandContext, transfer: LoadedTransfer): Promise<readonly StoredTransferLine[]> {
  const { header, lines } = transfer;
  assertReadyToSend(transfer);
  for (const line of lines) line.shippedQtyMicro ??= line.orderQtyMicro;
  await linkReturnLines(ctx, header, lines, ({ lineId }) => `items.${lineId}`);
  const day = await loadBusinessDay(ctx.tx, header.from, header.updatedAt);
  const year = ctx.now.getUTCFullYear();
  Object.assign(header, {
    noteNo: formatDocumentNumber('DN', year, await takeNumber(ctx.tx, `DN-${year}`)),
    sentAt: header.updatedAt,
    sentBy: ctx.actor._id,
    sentByName: ctx.actor.name,
    sentDay: day,
  });
  const { rule, price } = await loadPricing(ctx, transfer);
  await assertNotExpired(ctx.tx, transfer, day);
  const parts = await sendShipment(ctx, toShipment(transfer), undefined, { price });
  let [valueE4, costE4] = [0, 0];
  for (const line of lines) {
    const lineParts = parts.filter(({ posting }) => posting.docLineId === line.lineId);
    line.valueE4 = lineParts.reduce((sum, part) => sum + part.valueE4, 0);
    line.costE4 = lineParts.reduce((sum, part) => sum + part.costE4, 0);
    line.unitCostMicro = computeAverageMicro(line.valueE4, line.shippedQtyMicro ?? 0) ?? 0;
    valueE4 += line.valueE4;
    costE4 += line.costE4;
  }
  Object.assign(header, { priceRule: rule, valueE4, costE4 });
  if (header.kind === 'supplier-return') header.creditExpectedE4 ??= valueE4;
  // Applies lots that the receiver entered before shipping.
  await applyPendingLots(ctx, transfer);
  return lines;
}

/** Returns are posted at their original cost; the difference from the average is posted separately. */
async function loadPricing(ctx: CommandContext, { header, lines }: LoadedTransfer) {
  const itemIds = lines.map(({ itemId }) => itemId);
  if (header.kind === 'transfer') return loadShipmentCharging(ctx.tx, header.to, itemIds);
  if (header.kind === 'supplier-return')
    return { rule: 'cost', price: await loadSupplierReturnPricing(ctx, { header, lines }) };
  const originalCosts = await loadOriginalReceiptCosts(ctx.tx, header, lines);
  for (const line of lines) {
    if (line.lots.length > 0) continue;
    // If no lots are entered, a return uses the lots with which the goods arrived.
    let leftMicro = line.shippedQtyMicro ?? 0;
    line.lots = originalCosts.getLots(line).flatMap(({ lot, qtyMicro }) => {
      const partMicro = Math.min(toLineUnit(line, qtyMicro), leftMicro);
      leftMicro -= partMicro;
      return partMicro > 0 ? [{ lot, qtyMicro: partMicro }] : [];
    });
  }
  return {
    rule: 'cost',
    price<P extends { docLineId: string; lot: string; qtyMicro: number }>(posting: P) {
      const line = lines.find(({ lineId }) => lineId === posting.docLineId);
      const valueE4 = line ? originalCosts.getCostE4(line, posting.lot, posting.qtyMicro) : null;
      return valueE4 === null
        ? posting
        : { ...posting, priced: { kind: 'return_difference' as const, valueE4 } };
    },
  };
}

/** Supplier returns are posted at purchase cost; the difference from the average is posted separately. */
async function loadSupplierReturnPricing(ctx: CommandContext, { header, lines }: LoadedTransfer) {
  const getPurchaseCostE4 = await loadSupplierReturnCosts(ctx.tx, header, lines);
  return <P extends { itemId: string; lot: string; qtyMicro: number }>(posting: P) => {
    const valueE4 = getPurchaseCostE4(posting.itemId, posting.lot, posting.qtyMicro);
    return valueE4 === null
      ? posting
      : { ...posting, priced: { kind: 'return_difference' as const, valueE4 } };
  };
}

/** Asserts that there is something to send, and that returns have reasons. */
function assertReadyToSend({ header, lines }: LoadedTransfer): void {
  if (lines.length === 0) throw invalid({ items: refusal('transfer-no-lines') });
  if (!lines.some((line) => (line.shippedQtyMicro ?? line.orderQtyMicro) > 0))
    throw invalid({ items: refusal('transfer-nothing-sent') });
  if (header.kind === 'transfer') return;
  const withoutReason = lines.filter(({ reasonCode }) => reasonCode === null);
  if (withoutReason.length > 0)
    throw invalid(
      Object.fromEntries(
        withoutReason.map(({ lineId }) => [`items.${lineId}.reasonCode`, refusal('return-reason')]),
      ),
    );
}

/** Receiver fields, which are cleared when the shipment is reversed. */
const emptyReceipt = {
  receivedQtyMicro: null,
  damagedQtyMicro: null,
  shortQtyMicro: null,
  overQtyMicro: null,
  receivedReason: null,
  receivedReasonCode: null,
  receivedReasonNote: null,
  photo: null,
  pendingLots: null,
} as const satisfies Partial<StoredTransferLine>;

/**
 * Asserts that the receiver hasn't attached a photo, which counts as the start of receiving.
 *
 * @throws ApiProblem 409
 */
async function assertNotPhotographed({ tx }: CommandContext, { header }: LoadedTransfer): Promise<void> {
  const photographers = await listUsersWithPhotosSince(tx, 'transfer', header._id, header.sentAt);
  if (
    photographers.some((actor) => canActAtLocation(actor, header.to) && !canActAtLocation(actor, header.from))
  )
    throw problem('ILLEGAL_TRANSITION', refusal('receipt-started', { place: header.toName }), {
      details: { number: header.number, status: 'Sent' },
    });
}

/**
 * Asserts that this return isn't settled against a posted invoice.
 *
 * @throws ApiProblem 409
 */
async function assertNotCredited({ tx }: CommandContext, { header }: LoadedTransfer): Promise<void> {
  if (header.kind !== 'supplier-return') return;
  await acquireTransactionLock(tx, `returns ${header.from} ${header.to}`);
  const match = await tx
    .selectFrom('invoiceMatches')
    .innerJoin('supplierInvoices', 'supplierInvoices._id', 'invoiceMatches.invoiceId')
    .select('supplierInvoices.number')
    .where('transferId', '=', header._id)
    .where('invoiceMatches.reversedDay', 'is', null)
    .executeTakeFirst();
  if (match)
    throw problem('ILLEGAL_TRANSITION', refusal('return-settled', { number: match.number }), {
      details: { number: header.number },
    });
}

/** Reverses the shipment: goods in transit return to the sender's stock. */
async function unship(ctx: CommandContext, transfer: LoadedTransfer): Promise<readonly StoredTransferLine[]> {
  const { header, lines } = transfer;
  await assertNotCredited(ctx, transfer);
  if (header.creditReceivedE4 !== null)
    throw problem('ILLEGAL_TRANSITION', refusal('return-credited'), { details: { number: header.number } });
  await assertNotPhotographed(ctx, transfer);
  await reverseShipment(ctx, toShipment(transfer));
  for (const line of lines) {
    Object.assign(line, { valueE4: null, costE4: null, unitCostMicro: 0, ...emptyReceipt });
    line.lots = line.lots.flatMap(({ lot, qtyMicro, isOther }) => (isOther ? [] : [{ lot, qtyMicro }]));
  }
  Object.assign(header, {
    sentAt: null,
    sentBy: null,
    sentByName: null,
    sentDay: null,
    priceRule: null,
    valueE4: null,
    costE4: null,
    cycle: header.cycle + 1,
  });
  if (header.kind === 'supplier-return') header.creditExpectedE4 = null;
  return lines;
}

/**
 * Moves goods from transit to their destination and opens discrepancies. For a supplier return only the
 * credit is recorded.
 */
async function receive(
  ctx: CommandContext,
  transfer: LoadedTransfer,
): Promise<readonly StoredTransferLine[]> {
  const { header, lines } = transfer;
  Object.assign(header, {
    receivedAt: header.updatedAt,
    receivedBy: ctx.actor._id,
    receivedByName: ctx.actor.name,
  });
  if (header.kind === 'supplier-return') {
    header.creditReceivedE4 ??= header.creditExpectedE4;
    return [];
  }
  header.receivedDay = await loadBusinessDay(ctx.tx, header.to, header.updatedAt);
  for (const line of lines) line.overQtyMicro ??= getOverReceivedMicro(line);
  assertReceiptAddsUp(lines);
  const discrepancyCount = await receiveShipment(ctx, toShipment(transfer));
  header.hasDiscrepancy = discrepancyCount > 0 ? 1 : 0;
  return lines;
}

/** Reopens a supplier return to await its credit: only posted credit notes still count as received. */
async function reopen(
  { tx }: CommandContext,
  { header }: LoadedTransfer,
): Promise<readonly StoredTransferLine[]> {
  const postedCredits = await tx
    .selectFrom('supplierInvoiceLines')
    .innerJoin('supplierInvoices', 'supplierInvoices._id', 'supplierInvoiceLines.invoiceId')
    .select((eb) => eb.fn.sum<number | string | null>('supplierInvoiceLines.baseValueE4').as('valueE4'))
    .where('supplierInvoiceLines.transferId', '=', header._id)
    .where('supplierInvoices.status', '=', 'Posted')
    .executeTakeFirst();
  Object.assign(header, {
    receivedAt: null,
    receivedBy: null,
    receivedByName: null,
    creditReceivedE4: postedCredits?.valueE4 == null ? null : Number(postedCredits.valueE4),
  });
  return [];
}

/** Reopens a closed return when its credit note is reversed, regardless of permissions. */
export async function reopenReturn(ctx: CommandContext, transfer: LoadedTransfer): Promise<void> {
  const transition = transferLifecycle.transitions.find(({ verb }) => verb === 'reopen');
  if (transition) await applyTransition(ctx, transferHandlers, transfer, transition);
}

/**
 * Deletes a draft.
 *
 * @throws ApiProblem 403, 409 in any other status, for follow-up transfers, and if the receiver has reported
 *   the arrival
 */
export async function removeTransfer(
  ctx: CommandContext,
  transfer: LoadedTransfer,
  check: () => Promise<void>,
): Promise<void> {
  assertPermitted(
    transferStore,
    transfer,
    decideTransferDelete(toTransferLifecycleInput(transfer), ctx.actor),
  );
  await assertNotFollowUp(ctx.tx, transfer.header._id);
  assertNotArrived(ctx, transfer);
  await check();
  await removeDocument(ctx, transferHandlers, transfer);
}
