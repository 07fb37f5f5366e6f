import { type Actor, type Flag, flags, hasFlag } from '../permissions.ts';
import type { LaterQuantity, OrderLine } from './lines.ts';
import { type MoveFault, moveCheck, stateGuard } from './move-checks.ts';
import { actorPart, isOwnBranch, type OrderParties, type OrderPart } from './parts.ts';
import type { OrderStatus } from './status.ts';

export type OrderVerb =
  | 'submit'
  | 'recall'
  | 'send back'
  | 'send'
  | 'reject'
  | 'withdraw'
  | 'accept'
  | 'release'
  | 'ship'
  | 'un-ship'
  | 'receive'
  | 'reopen'
  | 'cancel';

/** One legal move of an order: a row of the lifecycle table. */
export interface OrderMove {
  verb: OrderVerb;
  from: OrderStatus;
  to: OrderStatus;
  /** Any of these parts makes the move. */
  who: readonly OrderPart[];
  /** Only a branch user of the order's own branch: nobody stands in for them in this row. */
  ownBranchOnly?: true;
  /** Any one of these flags is enough. */
  flags: readonly Flag[];
  /** The move asks for `transitionReason`, saved before. */
  reason: boolean;
}

const sent = 'Sent to Central Kitchen';
const either: readonly Flag[] = ['canCreate', 'canEdit'];

/** The lifecycle: every legal move, who makes it and with which flag. What is not here is refused. */
export const orderMoves: readonly OrderMove[] = [
  { verb: 'submit', from: 'Draft', to: 'Under Review', who: ['branch'], flags: ['canCreate'], reason: false },
  { verb: 'cancel', from: 'Draft', to: 'Cancelled', who: ['branch'], flags: either, reason: false },
  {
    verb: 'recall',
    from: 'Under Review',
    to: 'Draft',
    who: ['branch'],
    ownBranchOnly: true,
    flags: either,
    reason: false,
  },
  {
    verb: 'send back',
    from: 'Under Review',
    to: 'Draft',
    who: ['reviewer'],
    flags: ['canEdit'],
    reason: true,
  },
  { verb: 'send', from: 'Under Review', to: sent, who: ['reviewer'], flags: ['canEdit'], reason: false },
  {
    verb: 'reject',
    from: 'Under Review',
    to: 'Rejected',
    who: ['reviewer'],
    flags: ['canEdit'],
    reason: true,
  },
  { verb: 'cancel', from: 'Under Review', to: 'Cancelled', who: ['branch'], flags: either, reason: false },
  { verb: 'withdraw', from: sent, to: 'Under Review', who: ['reviewer'], flags: ['canEdit'], reason: false },
  { verb: 'accept', from: sent, to: 'Under Process', who: ['kitchen'], flags: ['canEdit'], reason: false },
  { verb: 'reject', from: sent, to: 'Rejected', who: ['kitchen'], flags: ['canEdit'], reason: true },
  { verb: 'cancel', from: sent, to: 'Cancelled', who: ['kitchen'], flags: ['canEdit'], reason: true },
  { verb: 'release', from: 'Under Process', to: sent, who: ['kitchen'], flags: ['canEdit'], reason: false },
  { verb: 'ship', from: 'Under Process', to: 'Shipped', who: ['kitchen'], flags: ['canEdit'], reason: false },
  {
    verb: 'cancel',
    from: 'Under Process',
    to: 'Cancelled',
    who: ['kitchen'],
    flags: ['canEdit'],
    reason: true,
  },
  {
    verb: 'un-ship',
    from: 'Shipped',
    to: 'Under Process',
    who: ['kitchen'],
    flags: ['canDelete'],
    reason: false,
  },
  { verb: 'receive', from: 'Shipped', to: 'Received', who: ['branch'], flags: ['canEdit'], reason: false },
  { verb: 'reopen', from: 'Rejected', to: 'Draft', who: ['branch'], flags: either, reason: false },
];

/** What of an order decides its moves. Quantities and reasons are read as saved. */
export interface MovableOrder extends OrderParties {
  status: OrderStatus;
  transitionReason: string | null;
  lines: readonly OrderLine[];
}

/** The answer to a wish to move. `move` null: it already has that status, nothing is to be done. */
export type MoveDecision =
  | { ok: true; move: OrderMove | null }
  | {
      ok: false;
      code: 'ILLEGAL_TRANSITION' | 'FORBIDDEN' | 'VALIDATION';
      message: string;
      /** With VALIDATION: what is wrong, by field (`transitionReason`, `items`, `items.<lineId>.<field>`). */
      fields?: Record<string, string>;
      /** The statuses this person could move the order to now. */
      allowed: OrderStatus[];
    };

/**
 * Decides a change of status. In this order: FORBIDDEN without the flag, ILLEGAL_TRANSITION when the state has
 * no such move, FORBIDDEN when it is not this person's, VALIDATION when what is saved does not suffice.
 * Whether the person may see the order at all is asked before; whether stock is there, after.
 */
export function decideMove(order: MovableOrder, actor: Actor, to: OrderStatus): MoveDecision {
  const refuse = (code: 'ILLEGAL_TRANSITION' | 'FORBIDDEN', message: string): MoveDecision => ({
    ok: false,
    code,
    message,
    allowed: offeredMoves(order, actor).map((move) => move.to),
  });
  if (!flags.some((flag) => flag !== 'canView' && hasFlag(actor, flag))) {
    return refuse('FORBIDDEN', 'Your account may look at orders but not change them.');
  }
  if (to === order.status) return { ok: true, move: null };

  const legal = orderMoves.filter((move) => move.from === order.status && move.to === to);
  if (legal.length === 0) {
    return refuse('ILLEGAL_TRANSITION', `An order that is ${order.status} cannot become ${to}.`);
  }
  const flagged = legal.filter((move) => holdsFlag(actor, move));
  if (flagged.length === 0) {
    return refuse('FORBIDDEN', `Your account lacks the permission to ${legal[0]?.verb} an order.`);
  }
  const guard = stateGuard(legal[0]?.verb, order.lines);
  if (guard !== null) return refuse('ILLEGAL_TRANSITION', guard);
  const move = flagged.find((row) => isTheirs(order, actor, row));
  if (!move) return refuse('FORBIDDEN', `It is not yours to ${flagged[0]?.verb} this order.`);

  const faults = [...reasonFault(order, move), ...moveCheck(move.verb, order.lines)];
  if (faults.length === 0) return { ok: true, move };
  return {
    ok: false,
    code: 'VALIDATION',
    message: faults[0]?.message ?? '',
    fields: Object.fromEntries(faults.map((fault) => [fault.field, fault.message])),
    allowed: offeredMoves(order, actor).map((offered) => offered.to),
  };
}

/** The moves to offer this person now: theirs by part and flag, possible in this state. Missing reasons do not hide one. */
export function offeredMoves(order: MovableOrder, actor: Actor): OrderMove[] {
  const theirs = orderMoves.filter(
    (move) =>
      move.from === order.status &&
      holdsFlag(actor, move) &&
      isTheirs(order, actor, move) &&
      stateGuard(move.verb, order.lines) === null,
  );
  return theirs.filter((move, index) => theirs.findIndex((other) => other.to === move.to) === index);
}

/** Line quantities that a move takes back to unset, and fields of the order; `transitionReason` goes with every move. */
export interface Cleared {
  order: readonly ('transitionReason' | 'deliveryNoteNo')[];
  lines: readonly LaterQuantity[];
}

const afterReview = ['approvedQty', 'pickedQty', 'shippedQty'] as const;

const clears: Partial<Record<OrderVerb, Cleared>> = {
  recall: { order: ['transitionReason'], lines: afterReview },
  'send back': { order: ['transitionReason'], lines: afterReview },
  reopen: { order: ['transitionReason'], lines: afterReview },
  release: { order: ['transitionReason'], lines: ['pickedQty', 'shippedQty'] },
  'un-ship': {
    order: ['transitionReason', 'deliveryNoteNo'],
    lines: ['receivedQty', 'damagedQty', 'shortQty', 'overQty'],
  },
};

/** What a move clears: steps that it takes back are decided anew. */
export function clearedBy(move: OrderMove): Cleared {
  return clears[move.verb] ?? { order: ['transitionReason'], lines: [] };
}

function holdsFlag(actor: Actor, move: OrderMove): boolean {
  return move.flags.some((flag) => hasFlag(actor, flag));
}

function isTheirs(order: MovableOrder, actor: Actor, move: OrderMove): boolean {
  if (move.ownBranchOnly && !isOwnBranch(actor, order)) return false;
  const parts = actorPart(actor, order);
  return move.who.some((part) => parts.has(part));
}

function reasonFault(order: MovableOrder, move: OrderMove): MoveFault[] {
  if (!move.reason || (order.transitionReason ?? '').trim() !== '') return [];
  return [{ field: 'transitionReason', message: `Say why: to ${move.verb} an order needs a reason.` }];
}
