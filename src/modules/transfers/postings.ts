import type { Acceptance, AcceptanceRule } from '#modules/stock/postings.ts';
import { holdLocation, transitLocation } from '#modules/stock/ledger-locations.ts';
import type { TransferKind } from './kinds.ts';

/** Returns location and movement kind after shipping: in transit to the receiver, or back to the supplier. */
export function getShipmentDestination(kind: TransferKind, to: string): Acceptance {
  if (kind === 'supplier-return') return { toPlace: 'supplier', kind: 'supplier_return' };
  return { toPlace: transitLocation(to), kind: kind === 'return' ? 'return_out' : 'transfer_out' };
}

/**
 * Returns the destination of accepted goods. Returned goods go where their reason specifies; lots that are
 * expired on arrival never return to stock.
 */
export function createAcceptanceRule(
  { kind, to, receivedDay }: { kind: TransferKind; to: string; receivedDay: string | null },
  lines: readonly { lineId: string; destination: string | null }[],
): AcceptanceRule {
  const toStock: Acceptance = { toPlace: to, kind: 'transfer_in' };
  const onHold: Acceptance = { toPlace: holdLocation(to), kind: 'return_held' };
  return ({ lineId }, expiry) => {
    if (kind !== 'return') return toStock;
    const destination = lines.find((line) => line.lineId === lineId)?.destination ?? 'hold';
    if (destination === 'waste') return { toPlace: 'wastage', kind: 'return_wasted' };
    const isExpired = expiry !== null && receivedDay !== null && expiry < receivedDay;
    return destination === 'hold' || isExpired ? onHold : toStock;
  };
}
