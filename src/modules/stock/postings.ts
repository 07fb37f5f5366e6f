import type { LotPart } from '#modules/lots/lot-rules.ts';
import type { DocumentType } from '#platform/documents/types.ts';
import { getLineRatio, type ShippedLine, splitReceipt } from '#modules/orders/lines.ts';
import { hasTrackedLots, splitReceiptByLot, getShippedLots } from '#modules/lots/line-lots.ts';
import { convertMicro } from '#core/quantity.ts';
import {
  type DiscrepancyAction,
  type DiscrepancyType,
  discrepancyEffects,
} from '#modules/discrepancies/discrepancy-rules.ts';
import { type MoveKind, getReversalKind } from '#core/move-kinds.ts';
import { distributePieces } from './pieces.ts';
import { holdLocation, transitLocation } from './ledger-locations.ts';

/**
 * A ledger posting. Quantities are above zero in the item's base unit; 0 for value-only or pieces-only
 * postings.
 */
export interface Posting {
  itemId: string;
  fromPlace: string;
  toPlace: string;
  qtyMicro: number;
  kind: MoveKind;
  docType: DocumentType;
  docId: string;
  docLineId: string;
  /** Empty if unspecified; the ledger then chooses lots for items tracked by lot. */
  lot: string;
  /** The lot on arrival, if different. */
  toLot?: string;
  /** Expiry date of a lot entering stock. */
  expiry?: string | null;
  /** Lots chosen by the ledger must not expire before this day; default: the day they leave. */
  validThrough?: string;
  /** For a reversal: the moved lot; null if there was none. */
  lotId?: string | null;
  /** Pieces of a catch-weight item; derived from the quantity if absent. */
  pieces?: number;
  reason?: string;
  /** Per base unit; only for receipts from virtual locations. Everything else moves at the sender's cost. */
  unitCostE4?: number;
  /** Whether the same change returns the goods, so availability isn't checked. */
  isReturnedByChange?: true;
  /** For a reversal: the reversed movement, and the value to move regardless of the current average. */
  reversesSeq?: number;
  valueE4?: number;
  /** Effective time (ISO, UTC), if it differs from the rest of the change. */
  effectiveAt?: string;
  /** The charged value, if the goods don't move at cost. */
  priced?: ChargedValue;
  /** For a reversal: the original difference between charged value and cost, which is also reversed. */
  difference?: { kind: ValueKind; valueE4: number };
}

/** Kinds that post the difference between the moved value and the balance's value. */
export type ValueKind = 'transfer_difference' | 'return_difference' | 'reversal_difference';

/** Charged value: a total for the quantity, or a percentage (in millionths) above cost. */
export type ChargedValue = { kind: ValueKind } & ({ valueE4: number } | { percentMicro: number });

/** Destination and movement kind of accepted goods. */
export interface Acceptance {
  toPlace: string;
  kind: MoveKind;
}

/** The fields of an order, or of any other shipment between two locations, that postings use. */
export interface PostableOrder {
  _id: string;
  /** The receiver. */
  branch: string;
  /** The sender. */
  kitchen: string;
  lines: readonly ShippedLine[];
  /** Defaults to an order. */
  docType?: DocumentType;
  /** Location and movement kind after shipping; by default, goods are in transit to the branch. */
  shipDestination?: Acceptance;
  /** Destination of accepted goods by line and arriving lot; defaults to the branch. */
  acceptanceRule?: AcceptanceRule;
}

export type AcceptanceRule = (line: ShippedLine, expiry: string | null) => Acceptance;

/**
 * Builds shipping postings: kitchen to the branch's in-transit location, by line and lot. Lines without
 * a shipped quantity have no posting. Picked pieces are distributed among lots by weight.
 */
export function buildShipPostings(order: PostableOrder, validThrough?: string): Posting[] {
  return order.lines.flatMap((line) => {
    const lots = getShippedLots(line);
    const weights = lots.map(({ qtyMicro }) => qtyMicro);
    const shares =
      typeof line.pieces === 'number' && lots.length > 0 ? distributePieces(line.pieces, weights) : [];
    return lots.map(({ lot, qtyMicro }, index): Posting => {
      const pieces = shares[index];
      return {
        ...toLineRef(order, line),
        fromPlace: order.kitchen,
        toPlace: order.shipDestination?.toPlace ?? transitLocation(order.branch),
        qtyMicro,
        kind: order.shipDestination?.kind ?? 'ship',
        lot,
        ...(validThrough !== undefined && { validThrough }),
        ...(pieces !== undefined && { pieces }),
      };
    });
  });
}

/**
 * Builds receipt postings: from transit to the branch (accepted) and its hold location (damaged). Short
 * quantities stay in transit; over-delivered ones wait for the kitchen's confirmation. Lots are as entered by
 * the branch, otherwise in shipping order; goods received under a different lot are deducted from the shipped
 * lot in transit.
 *
 * @throws RangeError if a line's quantities don't add up
 */
export function buildReceivePostings(order: PostableOrder): Posting[] {
  return order.lines.flatMap((line) => {
    const common = { ...toLineRef(order, line), fromPlace: transitLocation(order.branch) };
    const lots = splitReceiptByLot(line);
    const expiryByLot = new Map(line.lots.map(({ lot, expiry }) => [lot, expiry]));
    const buildPostings = (
      key: 'acceptedMicro' | 'damagedMicro',
      getAcceptance: (expiry: string | null) => Acceptance,
    ): Posting[] =>
      lots
        .filter((lot) => lot[key] > 0)
        .map(({ lot, receivedLot, [key]: qtyMicro }) => ({
          ...common,
          ...(receivedLot !== lot && { toLot: receivedLot, expiry: expiryByLot.get(receivedLot) ?? null }),
          lot,
          qtyMicro,
          ...getAcceptance(expiryByLot.get(receivedLot) ?? null),
        }));
    return [
      ...buildPostings(
        'acceptedMicro',
        (expiry) => order.acceptanceRule?.(line, expiry) ?? { toPlace: order.branch, kind: 'receive' },
      ),
      ...buildPostings('damagedMicro', () => ({
        toPlace: holdLocation(order.branch),
        kind: 'receive_damaged',
      })),
    ];
  });
}

/** A stock movement in the ledger. */
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
  /** Null or absent for an item not counted in pieces. */
  pieces?: number | null;
}

/**
 * Builds the posting that reverses a movement: same quantity and value in the other direction. If the balance
 * is now worth more or less, the ledger posts the difference as `reversal_difference`.
 */
export function buildReversal(move: PostedMove): Posting {
  return {
    itemId: move.itemId,
    fromPlace: move.toPlace,
    toPlace: move.fromPlace,
    qtyMicro: move.qtyMicro,
    kind: getReversalKind(move.kind),
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
 * Builds unship postings: reverses the shipping movements with their charged differences. Pass only those of
 * the current shipment.
 */
export function buildUnshipPostings(moves: readonly PostedMove[]): Posting[] {
  return moves
    .filter(({ kind }) => sendingKinds.has(kind))
    .map((move) => {
      const chargeMove = moves.find(
        ({ kind, docLineId, lot }) =>
          chargeKinds.has(kind) && docLineId === `${move.docLineId}:${move.kind}` && lot === move.lot,
      );
      if (!chargeMove) return buildReversal(move);
      const valueE4 = chargeMove.toPlace === move.fromPlace ? chargeMove.valueE4 : -chargeMove.valueE4;
      return { ...buildReversal(move), difference: { kind: chargeMove.kind as ValueKind, valueE4 } };
    });
}

/**
 * Builds wastage postings out of a location at its cost: by lot if several are entered, with the rest posted
 * without a lot. Quantities are in a unit of `unitNum / unitDen` base units.
 */
export function buildWastagePostings(wastage: {
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
  const ratio = getLineRatio(wastage);
  const enteredMicro = lots.reduce((sum, part) => sum + part.qtyMicro, 0);
  let upToMicro = 0;
  return [...lots, { lot: wastage.lot, qtyMicro: qtyMicro - enteredMicro }]
    .map((part): Posting => {
      const [startMicro, endMicro] = [upToMicro, upToMicro + part.qtyMicro];
      upToMicro = endMicro;
      // Pieces can't be divided: each lot gets the pieces that begin in it.
      const piecesUpTo = (micro: number) => Number((BigInt(pieces ?? 0) * BigInt(micro)) / BigInt(qtyMicro));
      return {
        itemId: wastage.item,
        fromPlace: wastage.branch,
        toPlace: 'wastage',
        qtyMicro: convertMicro(endMicro, ratio) - convertMicro(startMicro, ratio),
        kind: 'waste',
        docType: 'wastage',
        docId: wastage._id,
        docLineId: wastage._id,
        lot: part.lot,
        reason: wastage.reason,
        ...(typeof pieces === 'number' && { pieces: piecesUpTo(endMicro) - piecesUpTo(startMicro) }),
      };
    })
    .filter((posting) => posting.qtyMicro > 0);
}

/** A discrepancy with its order line, which has the exact quantities. */
export interface PostableDiscrepancy {
  _id: string;
  type: DiscrepancyType;
  /** In the line's unit. */
  qtyMicro: number;
  branch: string;
  kitchen: string;
  line: ShippedLine;
  /** Destination of accepted goods, as in the discrepancy's document. */
  acceptanceRule?: AcceptanceRule;
}

/** Result of a resolution: postings, and the quantity (line's unit) for a follow-up order, or null. */
export interface DiscrepancyResolution {
  postings: Posting[];
  followUpMicro: number | null;
}

/**
 * Resolves a discrepancy by an action; null if the action doesn't fit its type. A confirmed over-delivery
 * moves from the kitchen to the branch up to the accepted quantity, and the rest to the branch's hold
 * location.
 */
export function buildDiscrepancyResolution(
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
  const buildMove = (
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
    hasTrackedLots(line) || line.lots.some(({ isOther }) => isOther)
      ? splitReceiptByLot(line)
      : [{ lot: '', receivedLot: '', inTransitMicro: split.inTransitMicro, damagedMicro: split.toHoldMicro }];
  const { posts } = effect;
  const { acceptanceRule } = discrepancy;
  // Goods found at the receiver go to their original destination; wasted returns stay wasted.
  const getOriginalDestination = (code: string, to: string) => {
    if (to !== 'branch' || !acceptanceRule) return {};
    const { toPlace, kind } = acceptanceRule(line, line.lots.find(({ lot }) => lot === code)?.expiry ?? null);
    return kind === 'return_wasted' ? { toPlace, kind } : { toPlace };
  };
  // Over-delivered goods go to the branch or, with a different destination, on hold.
  const goesToBranch = !acceptanceRule || acceptanceRule(line, null).toPlace === placeIds.branch;
  const postings = !posts
    ? []
    : type === 'over'
      ? [
          buildMove('kitchen', goesToBranch ? 'branch' : 'hold', split.overToBranchMicro, action),
          buildMove('kitchen', 'hold', split.overToHoldMicro, 'confirmed_damaged'),
        ]
      : lots.map(({ lot, receivedLot, inTransitMicro, damagedMicro }) =>
          type === 'damaged'
            ? buildMove(posts.from, posts.to, damagedMicro, action, receivedLot)
            : {
                ...buildMove(posts.from, posts.to, inTransitMicro, action, lot),
                ...getOriginalDestination(lot, posts.to),
              },
        );
  return {
    postings: postings.filter((posting) => posting.qtyMicro > 0),
    followUpMicro: effect.followUp ? discrepancy.qtyMicro : null,
  };
}

function toLineRef(order: PostableOrder, line: ShippedLine) {
  const { _id: docId, docType = 'order' } = order;
  return { itemId: line.itemId, docType, docId, docLineId: line.lineId };
}
