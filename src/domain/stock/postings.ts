import type { LotPart } from '../lots/lots.ts';
import type { DocumentType } from '../documents/types.ts';
import { lineRatio, type ShippedLine, splitReceipt } from '../orders/lines.ts';
import { isByLot, receiptByLot, shippedLots } from './line-lots.ts';
import { convertMicro } from '../quantity.ts';
import { type DiscrepancyAction, type DiscrepancyType, discrepancyEffects } from './discrepancies.ts';
import { type MoveKind, reversalKind } from './kinds.ts';
import { shareOfPieces } from './pieces.ts';
import { holdLocation, transitLocation } from './ledger-locations.ts';

/** One thing to write into the ledger. Quantities are above zero, in the item's base unit; of value or pieces alone, 0. */
export interface Posting {
  itemId: string;
  fromPlace: string;
  toPlace: string;
  qtyMicro: number;
  kind: MoveKind;
  docType: DocumentType;
  docId: string;
  docLineId: string;
  /** Empty when no lot is named: of an item that is kept by lots, the ledger then chooses. */
  lot: string;
  /** The lot that it arrives as, where that is another than it leaves as. */
  toLot?: string;
  /** Of a lot that enters stock: the last day on which it is good. */
  expiry?: string | null;
  /** The day until which lots that the ledger chooses must be good; left out: the day they leave. */
  goodUntil?: string;
  /** A reversal: the lot that was moved; null where none was. */
  lotId?: string | null;
  /** Of an item that is counted in pieces; left out: what follows from the quantity. */
  pieces?: number;
  reason?: string;
  /** Per base unit; only for receipts from outside. Everything else moves at the sender's cost. */
  unitCostE4?: number;
  /** The same change brings it back: it is not asked whether it is free. */
  comesBack?: true;
  /** A reversal: the move it takes back, and the value it moves, whatever the average cost is by now. */
  reversesSeq?: number;
  valueE4?: number;
  /** When it happened (ISO, UTC), where that is not when the rest of its change did. */
  effectiveAt?: string;
  /** It moves at another value than its cost. */
  priced?: ChargedValue;
  /** A reversal: by how much more than its cost the move had moved at, which is taken back, too. */
  difference?: { kind: ValueKind; valueE4: number };
}

/** Kinds of moves that post the difference between the value goods move at and the value a balance gives or takes for them. */
export type ValueKind = 'transfer_difference' | 'return_difference' | 'reversal_difference';

/** What goods are charged at: a value for all of the quantity, or so many percent (in millionths) above their cost. */
export type ChargedValue = { kind: ValueKind } & ({ valueE4: number } | { percentMicro: number });

/** Where accepted goods go, and by which kind of move. */
export interface Acceptance {
  toPlace: string;
  kind: MoveKind;
}

/** What postings need to know of an order, or of anything else that one place sends and another receives. */
export interface PostableOrder {
  _id: string;
  /** The place that takes. */
  branch: string;
  /** The place that gives. */
  kitchen: string;
  lines: readonly ShippedLine[];
  /** Left out: an order. */
  docType?: DocumentType;
  /** Where it is once it was sent, and by which kind of move; left out: on the way to the branch, shipped. */
  sent?: Acceptance;
  /** Where accepted goods of a line go, by the lot that they arrive as; left out: to the branch. */
  accepts?: AcceptanceRule;
}

export type AcceptanceRule = (line: ShippedLine, expiry: string | null) => Acceptance;

/**
 * Shipping: kitchen to the branch's transit, line by line and lot by lot. Lines that ship nothing post nothing. Pieces
 * that were picked are shared among the lots by weight.
 */
export function postingsForShip(order: PostableOrder, goodUntil?: string): Posting[] {
  return order.lines.flatMap((line) => {
    const lots = shippedLots(line);
    const weights = lots.map(({ qtyMicro }) => qtyMicro);
    const shares =
      typeof line.pieces === 'number' && lots.length > 0 ? shareOfPieces(line.pieces, weights) : [];
    return lots.map(({ lot, qtyMicro }, at): Posting => {
      const pieces = shares[at];
      return {
        ...lineRef(order, line),
        fromPlace: order.kitchen,
        toPlace: order.sent?.toPlace ?? transitLocation(order.branch),
        qtyMicro,
        kind: order.sent?.kind ?? 'ship',
        lot,
        ...(goodUntil !== undefined && { goodUntil }),
        ...(pieces !== undefined && { pieces }),
      };
    });
  });
}

/**
 * Receiving: transit to the branch (accepted) and to its hold place (damaged). What is short stays in transit;
 * what is over waits for the kitchen's confirmation. Lots are as the branch says, else in the order they were shipped;
 * what came as another lot leaves transit as the one that was shipped.
 *
 * @throws RangeError when a line's quantities do not add up.
 */
export function postingsForReceive(order: PostableOrder): Posting[] {
  return order.lines.flatMap((line) => {
    const leaving = { ...lineRef(order, line), fromPlace: transitLocation(order.branch) };
    const lots = receiptByLot(line);
    const expiryOf = new Map(line.lots.map(({ lot, expiry }) => [lot, expiry]));
    const part = (
      key: 'acceptedMicro' | 'damagedMicro',
      goes: (expiry: string | null) => Acceptance,
    ): Posting[] =>
      lots
        .filter((lot) => lot[key] > 0)
        .map(({ lot, arrivesAs, [key]: qtyMicro }) => ({
          ...leaving,
          ...(arrivesAs !== lot && { toLot: arrivesAs, expiry: expiryOf.get(arrivesAs) ?? null }),
          lot,
          qtyMicro,
          ...goes(expiryOf.get(arrivesAs) ?? null),
        }));
    return [
      ...part(
        'acceptedMicro',
        (expiry) => order.accepts?.(line, expiry) ?? { toPlace: order.branch, kind: 'receive' },
      ),
      ...part('damagedMicro', () => ({ toPlace: holdLocation(order.branch), kind: 'receive_damaged' })),
    ];
  });
}

/** A move as the ledger holds it. */
export interface PostedMove {
  seq: number;
  itemId: string;
  fromPlace: string;
  toPlace: string;
  qtyMicro: number;
  valueE4: number;
  kind: MoveKind;
  docType: DocumentType;
  docId: string;
  docLineId: string;
  lot: string;
  lotId?: string | null;
  /** Null, or left out, of an item that is not counted in pieces. */
  pieces?: number | null;
}

/**
 * The posting that takes one move back: the same quantity and value in the other direction. Where the balance that gives the
 * goods is worth more or less by now, the ledger posts the rest as `reversal_difference`.
 */
export function buildReversal(move: PostedMove): Posting {
  return {
    itemId: move.itemId,
    fromPlace: move.toPlace,
    toPlace: move.fromPlace,
    qtyMicro: move.qtyMicro,
    kind: reversalKind(move.kind),
    docType: move.docType,
    docId: move.docId,
    docLineId: move.docLineId,
    lot: move.lot,
    ...(move.lotId !== undefined && { lotId: move.lotId }),
    reversesSeq: move.seq,
    valueE4: move.valueE4,
    ...(typeof move.pieces === 'number' && { pieces: move.pieces }),
  };
}

const sendingKinds: ReadonlySet<MoveKind> = new Set([
  'ship',
  'transfer_out',
  'return_out',
  'supplier_return',
]);
const chargeKinds: ReadonlySet<MoveKind> = new Set<ValueKind>(['transfer_difference', 'return_difference']);

/**
 * Un-shipping: takes back the moves by which goods were sent, with what they were charged beside their cost. Hand in those
 * of the current cycle.
 */
export function postingsForUnship(moves: readonly PostedMove[]): Posting[] {
  return moves
    .filter(({ kind }) => sendingKinds.has(kind))
    .map((move) => {
      const differs = moves.find(
        ({ kind, docLineId, lot }) =>
          chargeKinds.has(kind) && docLineId === `${move.docLineId}:${move.kind}` && lot === move.lot,
      );
      if (!differs) return buildReversal(move);
      const valueE4 = differs.toPlace === move.fromPlace ? differs.valueE4 : -differs.valueE4;
      return { ...buildReversal(move), difference: { kind: differs.kind as ValueKind, valueE4 } };
    });
}

/**
 * Wastage: out of the place at its cost, lot by lot where it names several; what they leave open names none. Quantities in
 * a unit of `unitNum / unitDen` base units.
 */
export function postingsForWastage(wastage: {
  _id: string;
  branch: string;
  item: string;
  qtyMicro: number;
  unitNum: number;
  unitDen: number;
  lot: string;
  lots?: readonly LotPart[];
  reason: string;
  pieces?: number | null;
}): Posting[] {
  const { lots = [], qtyMicro, pieces } = wastage;
  const ratio = lineRatio(wastage);
  const namedMicro = lots.reduce((sum, part) => sum + part.qtyMicro, 0);
  let upToMicro = 0;
  return [...lots, { lot: wastage.lot, qtyMicro: qtyMicro - namedMicro }]
    .map((part): Posting => {
      const [before, after] = [upToMicro, upToMicro + part.qtyMicro];
      upToMicro = after;
      // Pieces cannot be divided: each lot has those that are begun in it.
      const piecesUpTo = (micro: number) => Number((BigInt(pieces ?? 0) * BigInt(micro)) / BigInt(qtyMicro));
      return {
        itemId: wastage.item,
        fromPlace: wastage.branch,
        toPlace: 'wastage',
        qtyMicro: convertMicro(after, ratio) - convertMicro(before, ratio),
        kind: 'waste',
        docType: 'wastage',
        docId: wastage._id,
        docLineId: wastage._id,
        lot: part.lot,
        reason: wastage.reason,
        ...(typeof pieces === 'number' && { pieces: piecesUpTo(after) - piecesUpTo(before) }),
      };
    })
    .filter((posting) => posting.qtyMicro > 0);
}

/** A discrepancy with the order line it was found on. The line decides the exact quantities. */
export interface PostableDiscrepancy {
  _id: string;
  type: DiscrepancyType;
  /** In the line's unit. */
  qtyMicro: number;
  branch: string;
  kitchen: string;
  line: ShippedLine;
  /** As of what it was found on. */
  accepts?: AcceptanceRule;
}

/** What resolving does: postings, and the quantity (line's unit) that a follow-up order sends again, or null. */
export interface DiscrepancyResolution {
  postings: Posting[];
  followUpMicro: number | null;
}

/**
 * Resolves a discrepancy by an action. Null when the action does not fit its type. A confirmed over leaves the
 * kitchen for the branch as far as it was accepted, the rest for the branch's hold place.
 */
export function postingsForDiscrepancy(
  discrepancy: PostableDiscrepancy,
  action: DiscrepancyAction,
): DiscrepancyResolution | null {
  const effect = discrepancyEffects[discrepancy.type][action];
  if (!effect) return null;
  const { branch, kitchen, line, type, _id } = discrepancy;
  const split = splitReceipt(line);
  const placeIds = {
    kitchen,
    branch,
    transit: transitLocation(branch),
    hold: holdLocation(branch),
    wastage: 'wastage',
  };
  const move = (
    from: keyof typeof placeIds,
    to: keyof typeof placeIds,
    qtyMicro: number,
    kind: MoveKind,
    lot = '',
  ): Posting => ({
    itemId: line.itemId,
    fromPlace: placeIds[from],
    toPlace: placeIds[to],
    qtyMicro,
    kind,
    docType: 'discrepancy',
    docId: _id,
    docLineId: _id,
    lot,
    reason: type,
  });
  const lots =
    isByLot(line) || line.lots.some(({ isOther }) => isOther)
      ? receiptByLot(line)
      : [{ lot: '', arrivesAs: '', staysMicro: split.staysMicro, damagedMicro: split.toHoldMicro }];
  const { posts } = effect;
  const { accepts } = discrepancy;
  // What is found at the taker goes where it would have gone when it came; what is thrown away is lost.
  const foundAt = (code: string, to: string) => {
    if (to !== 'branch' || !accepts) return {};
    const { toPlace, kind } = accepts(line, line.lots.find(({ lot }) => lot === code)?.expiry ?? null);
    return kind === 'return_wasted' ? { toPlace, kind } : { toPlace };
  };
  // So does what came beyond it; but nobody has thrown that away: it is set aside.
  const isToShelf = !accepts || accepts(line, null).toPlace === placeIds.branch;
  const postings = !posts
    ? []
    : type === 'over'
      ? [
          move('kitchen', isToShelf ? 'branch' : 'hold', split.overToBranchMicro, action),
          move('kitchen', 'hold', split.overToHoldMicro, 'confirmed_damaged'),
        ]
      : lots.map(({ lot, arrivesAs, staysMicro, damagedMicro }) =>
          type === 'damaged'
            ? move(posts.from, posts.to, damagedMicro, action, arrivesAs)
            : { ...move(posts.from, posts.to, staysMicro, action, lot), ...foundAt(lot, posts.to) },
        );
  return {
    postings: postings.filter((posting) => posting.qtyMicro > 0),
    followUpMicro: effect.followUp ? discrepancy.qtyMicro : null,
  };
}

function lineRef(order: PostableOrder, line: ShippedLine) {
  const { _id: docId, docType = 'order' } = order;
  return { itemId: line.itemId, docType, docId, docLineId: line.lineId };
}
