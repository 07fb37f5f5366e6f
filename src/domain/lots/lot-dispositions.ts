import { isMoveKind, type MoveKind, moveKinds } from '../stock/kinds.ts';

/** What becomes of goods of a lot that leave the business. */
export const lotDispositions = ['used', 'sold', 'wasted', 'lost', 'returned'] as const;
export type LotDisposition = (typeof lotDispositions)[number];

/** How goods of a lot get there: from outside, found by a count, or sent as another lot. */
export const lotSources = ['received', 'found', 'came'] as const;
export type LotSource = (typeof lotSources)[number];

/** Where goods of a lot are, or went: together exactly what came by `lotSources`. */
export const lotOutcomes = ['onHand', 'inTransit', 'onHold', ...lotDispositions, 'became', 'sent'] as const;
export type LotOutcome = (typeof lotOutcomes)[number];

export type LotFigure = LotSource | LotOutcome;

const reversed: ReadonlyMap<string, MoveKind> = new Map(
  Object.entries(moveKinds).flatMap(([kind, facts]): [string, MoveKind][] =>
    'reversedBy' in facts && isMoveKind(kind) ? [[facts.reversedBy, kind]] : [],
  ),
);

/** The kind of move that a move was, or took back. */
export const originalKind = (kind: string): string => reversed.get(kind) ?? kind;

/** What became of goods by the move with which they left the business, or by the one that this takes back. */
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
    case 'opening':
      return 'lost';
    case 'written_off':
      // What lies in a hold place is thrown away; what is given up on the way was never found.
      return move.isOnTheWay ? 'lost' : 'wasted';
    default:
      return 'wasted';
  }
}

/** What a move says of the document that sends or receives goods. */
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

/** Whether goods were sent, accepted or damaged by a move, or by the one that it takes back; null where it is none of that. */
export function shipmentStep(kind: string): 'shipped' | 'received' | 'damaged' | null {
  const meant = originalKind(kind);
  return isMoveKind(meant) ? (shipmentSteps[meant] ?? null) : null;
}
