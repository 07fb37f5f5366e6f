import { emptyRow } from '#platform/documents/document-rows.ts';
import { transferLineFields } from '../shapes.ts';
import { followUpNote } from '#modules/discrepancies/follow-up-note.ts';
import type { DiscrepancyType } from '#modules/discrepancies/discrepancy-rules.ts';
import { acceptanceRuleFor } from '../postings.ts';
import type { TransferKind } from '../kinds.ts';
import { appendHistory } from '#platform/documents/server/history.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { documentEvent } from '#platform/documents/server/numbering-and-events.ts';
import { transferDocument } from './definition.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import type { DiscrepancySource } from '#modules/discrepancies/server/resolve.ts';
import { loadShipmentCharging } from '#modules/shipments/server/charging.ts';
import { newTransferHeader } from './create.ts';
import { type TransferHeader, type StoredTransferLine, type LoadedTransfer, transferStore } from './rows.ts';

/** Transfer-specific part of resolving discrepancies. */
export const transferDiscrepancySource: DiscrepancySource<LoadedTransfer> = {
  readLocked: transferStore.readLocked,
  partiesOf: ({ head }) => ({ branch: head.to, kitchen: head.from, sentAt: head.sentAt }),
  // A lot may have expired since the rest arrived.
  acceptsOf: ({ head, lines }, day) =>
    acceptanceRuleFor({ ...head, kind: head.kind as TransferKind, receivedDay: day }, lines),
  // Returned goods move at their original cost, which is the receiver's own.
  priceOf: async (tx, { head }, itemIds) =>
    head.kind === 'transfer'
      ? (await loadShipmentCharging(tx, head.to, itemIds, () => 'action')).price
      : (posting) => posting,
  lineOf: ({ lines }, lineId) => lines.find((line) => line.lineId === lineId),
  createFollowUp: createFollowUpTransfer,
  onSettled: clearDiscrepancyFlag,
};

/** Clears the transfer's flag once none of its discrepancies is open. */
async function clearDiscrepancyFlag(ctx: CommandContext, { head }: LoadedTransfer): Promise<void> {
  Object.assign(head, { hasDiscrepancy: 0, version: head.version + 1, updatedAt: ctx.now.toISOString() });
  await transferStore.saveHead(ctx.tx, head);
  await ctx.audit({ action: 'settle', entity: 'transfers', id: head._id, after: { hasDiscrepancy: false } });
  ctx.emit(documentEvent(transferDocument, head._id, transferDocument.audience(head), 'settled'));
}

/** Creates the follow-up draft, which the sender ships later. Returns its id. */
async function createFollowUpTransfer(
  ctx: CommandContext,
  { head: original, lines }: LoadedTransfer,
  { lineId, qtyMicro, why }: { lineId: string; qtyMicro: number; why: DiscrepancyType },
): Promise<string> {
  const line = lines.find((one) => one.lineId === lineId);
  if (!line) throw notFound();
  const { tx, now } = ctx;
  const { from, fromName, fromNameAlt, to, toName, toNameAlt, kind, number } = original;
  const { reason, reasonCode, reasonNote, goesTo, returnOf, returnOfNo, itemNameAlt } = line;
  const head: TransferHeader = {
    ...(await newTransferHeader(ctx)),
    from,
    fromName,
    fromNameAlt,
    to,
    toName,
    toNameAlt,
    kind,
    isRequest: 0,
    notes: followUpNote(why, number),
    lineCount: 1,
  };
  const followUp: StoredTransferLine = {
    ...line,
    // Only the goods are copied; entries belong to the original transfer.
    ...emptyRow(transferLineFields),
    reason,
    reasonCode,
    reasonNote,
    goesTo,
    returnOf,
    returnOfNo,
    itemNameAlt,
    lineId: newId({ now: () => now }),
    transferId: head._id,
    position: 0,
    orderQtyMicro: qtyMicro,
    unitCostMicro: 0,
    costE4: null,
    lots: [],
    said: null,
  };
  await transferStore.insert(tx, { head, lines: [followUp] });
  const { _id } = head;
  await appendHistory(ctx, transferDocument, _id, [{ from: null, to: 'Draft' }]);
  await ctx.audit({
    action: 'create',
    entity: 'transfers',
    id: _id,
    after: { number: head.number, followsUp: number },
  });
  ctx.emit(documentEvent(transferDocument, _id, transferDocument.audience(head), 'created'));
  return _id;
}
