import { isMoveKind, type MoveKind, moveKinds } from '#core/move-kinds.ts';

/** Ways in which stock of a lot left the business. */
export const lotDispositions = ['used', 'sold', 'wasted', 'lost', 'returned'] as const;
export type LotDisposition = (typeof lotDispositions)[number];

/**
 * Ways in which stock of a lot was acquired: received, found in a count, or received in place of a different
 * lot.
 */
export const lotSources = ['received', 'found', 'fromOtherLot'] as const;
export type LotSource = (typeof lotSources)[number];

/**
 * Outcomes for a lot's stock: where it is, or how it left; the quantities add up to those of `lotSources`.
 */
export const lotOutcomes = [
  'onHand',
  'inTransit',
  'onHold',
  ...lotDispositions,
  'toOtherLot',
  'sent',
] as const;
export type LotOutcome = (typeof lotOutcomes)[number];

export type LotTotalName = LotSource | LotOutcome;

const originalByReversal: ReadonlyMap<string, MoveKind> = new Map(
  Object.entries(moveKinds).flatMap(([kind, facts]): [string, MoveKind][] =>
    'reversedBy' in facts && isMoveKind(kind) ? [[facts.reversedBy, kind]] : [],
  ),
);

/** Returns the kind of a movement or, for a reversal, of the movement that it reverses. */
export const getOriginalKind = (kind: string): string => originalByReversal.get(kind) ?? kind;

/** Returns how a movement, or the movement it reverses, removed goods from the business. */
export function getLotDisposition(move: {
  kind: string;
  docType: string;
  isInTransit: boolean;
}): LotDisposition {
  switch (getOriginalKind(move.kind)) {
    case 'consumption':
      return move.docType === 'sales' ? 'sold' : 'used';
    case 'supplier_return':
      return 'returned';
    case 'count_loss':
    case 'rounding':
    case 'opening':
      return 'lost';
    case 'written_off':
      // Goods on hold are discarded; goods written off in transit are lost.
      return move.isInTransit ? 'lost' : 'wasted';
    default:
      return 'wasted';
  }
}

/** The shipment step that each movement kind represents. */
const shipmentSteps: Partial<Record<MoveKind, 'shipped' | 'received' | 'damaged'>> = {
  ship: 'shipped',
  transfer_out: 'shipped',
  return_out: 'shipped',
  receive: 'received',
  transfer_in: 'received',
  return_held: 'received',
  return_wasted: 'received',
  receive_damaged: 'damaged',
  found_at_kitchen: 'received',
  found_at_branch: 'received',
  returned: 'received',
  resend: 'received',
  confirmed: 'received',
  confirmed_damaged: 'damaged',
};

/**
 * Returns whether a movement (or the movement it reverses) shipped goods, received them, or received them as
 * damaged; otherwise null.
 */
export function getShipmentStep(kind: string): 'shipped' | 'received' | 'damaged' | null {
  const original = getOriginalKind(kind);
  return isMoveKind(original) ? (shipmentSteps[original] ?? null) : null;
}
