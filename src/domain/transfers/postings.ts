import type { Acceptance, Accepts } from '../stock/postings.ts';
import { holdOf, transitOf } from '../stock/places.ts';
import type { TransferKind } from './kinds.ts';

/** Where goods are once they were sent, and by which kind of move: on the way to who takes them, or gone. */
export function sentBy(kind: TransferKind, to: string): Acceptance {
  if (kind === 'supplier-return') return { toPlace: 'supplier', kind: 'supplier_return' };
  return { toPlace: transitOf(to), kind: kind === 'return' ? 'return_out' : 'transfer_out' };
}

/**
 * Where accepted goods go. What comes back goes where its reason says; a lot that has expired by the day of its arrival
 * never goes to the shelf again.
 */
export function whereAccepted(
  { kind, to, receivedDay }: { kind: TransferKind; to: string; receivedDay: string | null },
  lines: readonly { lineId: string; goesTo: string | null }[],
): Accepts {
  const shelf: Acceptance = { toPlace: to, kind: 'transfer_in' };
  const aside: Acceptance = { toPlace: holdOf(to), kind: 'return_held' };
  return ({ lineId }, expiry) => {
    if (kind !== 'return') return shelf;
    const goesTo = lines.find((line) => line.lineId === lineId)?.goesTo ?? 'hold';
    if (goesTo === 'waste') return { toPlace: 'wastage', kind: 'return_wasted' };
    const isExpired = expiry !== null && receivedDay !== null && expiry < receivedDay;
    return goesTo === 'hold' || isExpired ? aside : shelf;
  };
}
