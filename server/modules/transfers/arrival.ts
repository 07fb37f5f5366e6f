import { effectiveQuantities, receiptProblem } from '#domain/orders/lines.ts';
import type { Refusal } from '#domain/refusals/refusal.ts';
import type { CommandContext } from '../../documents/context.ts';
import { ApiProblem, invalid } from '../../http/problems.ts';
import { applyReceivedLots, type ReceivedLotInput } from '../shipments/received-lots.ts';
import type { StoredTransferLine, LoadedTransfer } from './rows.ts';

/** What arrived beyond what was sent, in the line's unit. */
export function overReceivedMicro(line: StoredTransferLine): number {
  const { shippedMicro, receivedMicro, damagedMicro } = effectiveQuantities({ ...line, overQtyMicro: 0 });
  return Math.max(0, receivedMicro + damagedMicro - shippedMicro);
}

/** What the taker says of lines that were sent adds up. Throws 422 by `items.<lineId>.receivedQty`, every line at once. */
export function assertReceiptAddsUp(lines: readonly StoredTransferLine[]): void {
  const faults = lines.flatMap((line): [string, Refusal][] => {
    const why = receiptProblem(line);
    return why === null ? [] : [[`items.${line.lineId}.receivedQty`, why]];
  });
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
}

/**
 * Makes what was said of a line before anybody knew how much was sent add up with what was: what came is as it was said,
 * and what of it goes beyond the shipment is over.
 */
export function matchReceiptToShipment(line: StoredTransferLine): void {
  if (receiptProblem(line) === null) return;
  const { receivedMicro } = effectiveQuantities({ ...line, overQtyMicro: 0 });
  line.receivedQtyMicro = Math.max(0, receivedMicro);
  line.overQtyMicro = overReceivedMicro(line);
}

/** Keeps what the taker says of the lots of a line before it was sent: which lots go nobody knows yet. */
export function storePendingLots(line: StoredTransferLine, receivedLots: readonly ReceivedLotInput[]): void {
  line.said = JSON.stringify(receivedLots);
}

/** Reads what was said of lots before they were sent, now that they are. What does not fit them leaves the quantities alone. */
export async function applyPendingLots(ctx: CommandContext, { head, lines }: LoadedTransfer): Promise<void> {
  for (const line of lines.filter(({ said }) => said !== null)) {
    const receivedLots = JSON.parse(line.said ?? '[]') as ReceivedLotInput[];
    const entry = {
      path: `items.${line.lineId}`,
      receivedLots,
      receivedQty: line.receivedQtyMicro,
      damagedQty: line.damagedQtyMicro,
    };
    const { lots, receivedQtyMicro, damagedQtyMicro } = line;
    try {
      await applyReceivedLots(ctx, { branch: head.to }, [{ entry, line }]);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      Object.assign(line, { lots, receivedQtyMicro, damagedQtyMicro });
    }
    line.said = null;
  }
}
