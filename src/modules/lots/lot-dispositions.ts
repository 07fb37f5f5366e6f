import { isMoveKind, type MoveKind, moveKinds } from '#core/move-kinds.ts';

/** How goods of a lot left the business. */
export const lotDispositions = ['used', 'sold', 'wasted', 'lost', 'returned'] as const;
export type LotDisposition = (typeof lotDispositions)[number];

/** How goods of a lot were acquired: received, found by a count, or transferred from another lot. */
export const lotSources = ['received', 'found', 'came'] as const;
export type LotSource = (typeof lotSources)[number];

/** Where goods of a lot are or went; together they equal the quantity from `lotSources`. */
export const lotOutcomes = ['onHand', 'inTransit', 'onHold', ...lotDispositions, 'became', 'sent'] as const;
export type LotOutcome = (typeof lotOutcomes)[number];

export type LotFigure = LotSource | LotOutcome;

const reversed: ReadonlyMap<string, MoveKind> = new Map(
  Object.entries(moveKinds).flatMap(([kind, facts]): [string, MoveKind][] =>
    'reversedBy' in facts && isMoveKind(kind) ? [[facts.reversedBy, kind]] : [],
  ),
);

/** Returns the original kind of a movement: its own, or that of the movement it reverses. */
export const originalKind = (kind: string): string => reversed.get(kind) ?? kind;

/** Returns how goods left the business by a movement, or by the one that it reverses. */
export function lotDispositionOf(move: {
  kind: string;
  docType: string;
  isOnTheWay: boolean;
}): LotDisposition {
  switch (originalKind(move.kind)) {
    case 'consumption':
      return move.docType === 'sales' ? 'sold' : 'used';
    case 'supplier_return':
      return 'returned';
    case 'count_loss':
    case 'rounding':
    case 'opening':
      return 'lost';
    case 'written_off':
      // Goods on hold are thrown away; goods given up in transit are lost.
      return move.isOnTheWay ? 'lost' : 'wasted';
    default:
      return 'wasted';
  }
}

/** What a movement means for the shipment. */
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
 * Returns whether a movement, or the one that it reverses, shipped, received or rejected goods as damaged;
 * null for none of these.
 */
export function shipmentStep(kind: string): 'shipped' | 'received' | 'damaged' | null {
  const meant = originalKind(kind);
  return isMoveKind(meant) ? (shipmentSteps[meant] ?? null) : null;
}
