import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { transferLineFields } from '../shapes.ts';
import { buildFollowUpNote } from '#modules/discrepancies/follow-up-note.ts';
import type { DiscrepancyType } from '#modules/discrepancies/discrepancy-rules.ts';
import { createAcceptanceRule } from '../postings.ts';
import type { TransferKind } from '../kinds.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { insertDocument, saveEdit } from '#platform/documents/server/write.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import type { DiscrepancySource } from '#modules/discrepancies/server/resolve.ts';
import { loadShipmentCharging } from '#modules/shipments/server/charging.ts';
import { newTransferHeader } from './create.ts';
import { type TransferHeader, type StoredTransferLine, type LoadedTransfer, transferStore } from './rows.ts';

/** Transfer-specific part of resolving discrepancies. */
export const transferDiscrepancySource: DiscrepancySource<LoadedTransfer> = {
  readLocked: transferStore.readLocked,
  getParties: ({ header }) => ({ branch: header.to, kitchen: header.from, sentAt: header.sentAt }),
  // A lot may have expired since the rest arrived.
  getAcceptanceRule: ({ header, lines }, day) =>
    createAcceptanceRule({ ...header, kind: header.kind as TransferKind, receivedDay: day }, lines),
  // Returned goods are posted at their original cost, which is the receiver's own cost.
  loadPricing: async (tx, { header }, itemIds) =>
    header.kind === 'transfer'
      ? (await loadShipmentCharging(tx, header.to, itemIds, () => 'action')).price
      : (posting) => posting,
  findLine: ({ lines }, lineId) => lines.find((line) => line.lineId === lineId),
  createFollowUp: createFollowUpTransfer,
  onSettled: clearDiscrepancyFlag,
};

/** Clears the transfer's flag once all of its discrepancies are resolved. */
async function clearDiscrepancyFlag(ctx: CommandContext, transfer: LoadedTransfer): Promise<void> {
  transfer.header.hasDiscrepancy = 0;
  await saveEdit(ctx, transferStore, transfer, {
    action: 'settle',
    after: { hasDiscrepancy: false },
    event: 'settled',
  });
}

/** Creates the follow-up draft, which the sender ships later. Returns its id. */
async function createFollowUpTransfer(
  ctx: CommandContext,
  { header: original, lines }: LoadedTransfer,
  { lineId, qtyMicro, type }: { lineId: string; qtyMicro: number; type: DiscrepancyType },
): Promise<string> {
  const line = lines.find((candidate) => candidate.lineId === lineId);
  if (!line) throw notFound();
  const { now } = ctx;
  const { from, fromName, fromNameAlt, to, toName, toNameAlt, kind, number } = original;
  const { reason, reasonCode, reasonNote, destination, returnOf, returnOfNo, itemNameAlt } = line;
  const header: TransferHeader = {
    ...(await newTransferHeader(ctx)),
    from,
    fromName,
    fromNameAlt,
    to,
    toName,
    toNameAlt,
    kind,
    isRequest: 0,
    notes: buildFollowUpNote(type, number),
    lineCount: 1,
  };
  const followUp: StoredTransferLine = {
    ...line,
    // Only the goods are copied; entries belong to the original transfer.
    ...buildEmptyRow(transferLineFields),
    reason,
    reasonCode,
    reasonNote,
    destination,
    returnOf,
    returnOfNo,
    itemNameAlt,
    lineId: newId({ now: () => now }),
    transferId: header._id,
    position: 0,
    orderQtyMicro: qtyMicro,
    unitCostMicro: 0,
    costE4: null,
    lots: [],
    pendingLots: null,
  };
  const after = { number: header.number, followsUp: number };
  await insertDocument(ctx, transferStore, { header, lines: [followUp] }, { after });
  return header._id;
}
