import { computeEffectiveQuantities, findReceiptProblem } from '#modules/orders/lines.ts';
import type { Refusal } from '#core/refusals/refusal.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { ApiProblem, invalid } from '#platform/server/http/problems.ts';
import { applyReceivedLots, type ReceivedLotInput } from '#modules/shipments/server/received-lots.ts';
import type { StoredTransferLine, LoadedTransfer } from './rows.ts';

/** Returns the quantity received beyond the shipment, in the line's unit. */
export function getOverReceivedMicro(line: StoredTransferLine): number {
  const { shippedMicro, receivedMicro, damagedMicro } = computeEffectiveQuantities({
    ...line,
    overQtyMicro: 0,
  });
  return Math.max(0, receivedMicro + damagedMicro - shippedMicro);
}

/**
 * Asserts that the receiver's quantities add up to the shipped ones.
 *
 * @throws ApiProblem 422 with errors by `items.<lineId>.receivedQty`, for all lines at once
 */
export function assertReceiptAddsUp(lines: readonly StoredTransferLine[]): void {
  const errors = lines.flatMap((line): [string, Refusal][] => {
    const problem = findReceiptProblem(line);
    return problem === null ? [] : [[`items.${line.lineId}.receivedQty`, problem]];
  });
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/**
 * Adjusts quantities that the receiver entered before the shipment was recorded: the received quantity stays
 * as entered, and any excess over the shipment becomes over-receipt.
 */
export function matchReceiptToShipment(line: StoredTransferLine): void {
  if (findReceiptProblem(line) === null) return;
  const { receivedMicro } = computeEffectiveQuantities({ ...line, overQtyMicro: 0 });
  line.receivedQtyMicro = Math.max(0, receivedMicro);
  line.overQtyMicro = getOverReceivedMicro(line);
}

/** Stores lots that the receiver entered before the shipped lots were recorded. */
export function storePendingLots(line: StoredTransferLine, receivedLots: readonly ReceivedLotInput[]): void {
  line.pendingLots = JSON.stringify(receivedLots);
}

/**
 * Applies pending received lots after shipping. Lots that don't match the shipment are discarded, leaving the
 * quantities unchanged.
 */
export async function applyPendingLots(
  ctx: CommandContext,
  { header, lines }: LoadedTransfer,
): Promise<void> {
  for (const line of lines.filter(({ pendingLots }) => pendingLots !== null)) {
    const receivedLots = JSON.parse(line.pendingLots ?? '[]') as ReceivedLotInput[];
    const entry = {
      path: `items.${line.lineId}`,
      receivedLots,
      receivedQty: line.receivedQtyMicro,
      damagedQty: line.damagedQtyMicro,
    };
    const { lots, receivedQtyMicro, damagedQtyMicro } = line;
    try {
      await applyReceivedLots(ctx, { branch: header.to }, [{ entry, line }]);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      Object.assign(line, { lots, receivedQtyMicro, damagedQtyMicro });
    }
    line.pendingLots = null;
  }
}
