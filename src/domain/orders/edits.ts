import { type FieldRefusals, type Refusal, refusal } from '../refusals/refusal.ts';
import { type Actor, type Flag, flags, hasFlag } from '../permissions.ts';
import { lineAddress } from '../documents/line-address.ts';
import type { LaterQuantity } from './lines.ts';
import { actorPart, type OrderParties, type OrderPart } from './parts.ts';
import type { OrderStatus } from './status.ts';

/** Fields of an order, by their names on the wire. */
export type OrderField = 'deliveryDate' | 'orderType' | 'notes' | 'transitionReason' | 'driver' | 'vehicle';

/** Fields of a line, and what can be done to the set of lines. A substitute is a line that nobody ordered. */
export type LineField =
  | 'orderQty'
  | 'unit'
  | 'note'
  | LaterQuantity
  | 'reason'
  | 'lots'
  | 'receivedLots'
  | 'pieces'
  | 'substituteFor'
  | 'photo'
  | 'addLine'
  | 'addSubstitute'
  | 'removeLine';

interface EditRow {
  in: readonly OrderStatus[];
  who: readonly OrderPart[];
  flags: readonly Flag[];
  order: readonly OrderField[];
  lines: readonly LineField[];
}

/** Who may edit what, when. What no row of a status names is not possible in that status. */
const editRows: readonly EditRow[] = [
  {
    in: ['Draft'],
    who: ['branch', 'reviewer'],
    flags: ['canCreate', 'canEdit'],
    order: ['deliveryDate', 'orderType', 'notes'],
    lines: ['orderQty', 'unit', 'note', 'addLine', 'removeLine'],
  },
  {
    in: ['Under Review'],
    who: ['reviewer'],
    flags: ['canEdit'],
    order: ['deliveryDate', 'notes', 'transitionReason'],
    lines: ['approvedQty', 'reason'],
  },
  {
    in: ['Sent to Central Kitchen'],
    who: ['reviewer'],
    flags: ['canEdit'],
    order: ['transitionReason'],
    lines: [],
  },
  {
    in: ['Sent to Central Kitchen'],
    who: ['kitchen'],
    flags: ['canEdit'],
    order: ['transitionReason'],
    lines: ['approvedQty', 'reason'],
  },
  {
    in: ['Under Process'],
    who: ['kitchen'],
    flags: ['canEdit'],
    order: ['driver', 'vehicle', 'transitionReason'],
    lines: ['pickedQty', 'shippedQty', 'lots', 'pieces', 'reason', 'substituteFor', 'addSubstitute'],
  },
  {
    in: ['Shipped'],
    who: ['branch', 'reviewer'],
    flags: ['canEdit'],
    order: [],
    lines: ['receivedQty', 'damagedQty', 'shortQty', 'overQty', 'receivedLots', 'reason', 'note', 'photo'],
  },
  {
    in: ['Shipped'],
    who: ['kitchen'],
    flags: ['canEdit', 'canDelete'],
    order: ['transitionReason'],
    lines: [],
  },
  {
    in: ['Received', 'Rejected', 'Cancelled'],
    who: ['branch', 'reviewer', 'kitchen'],
    flags: ['canEdit'],
    order: ['notes'],
    lines: [],
  },
];

/** What people with these parts may edit in a status, flags aside. */
export function editableFields(
  status: OrderStatus,
  parts: ReadonlySet<OrderPart>,
): { order: Set<OrderField>; lines: Set<LineField> } {
  const rows = editRows.filter((row) => row.in.includes(status) && row.who.some((part) => parts.has(part)));
  return {
    order: new Set(rows.flatMap((row) => row.order)),
    lines: new Set(rows.flatMap((row) => row.lines)),
  };
}

/** The body of an edit as it travels: fields of the order, and lines by `lineId` (without one: an added line). */
export interface OrderEdit {
  items?: readonly object[] | undefined;
  [field: string]: unknown;
}

export type EditDecision =
  | { ok: true }
  | {
      ok: false;
      /** ILLEGAL_TRANSITION (409): not possible in this status. */
      code: 'FORBIDDEN' | 'ILLEGAL_TRANSITION';
      why: Refusal;
      /** The fields that stand in the way, by their path in the body. */
      fields?: FieldRefusals;
    };

/**
 * Decides an edit by the fields its body names; values are for the contract to check. In this order: FORBIDDEN
 * without any write flag, ILLEGAL_TRANSITION for fields that nobody edits in this status, FORBIDDEN without the
 * flag, FORBIDDEN for fields that are somebody else's.
 */
export function decideEdit(
  order: OrderParties & { status: OrderStatus },
  actor: Actor,
  edit: OrderEdit,
): EditDecision {
  if (!flags.some((flag) => flag !== 'canView' && hasFlag(actor, flag))) {
    return { ok: false, code: 'FORBIDDEN', why: refusal('orders-read-only') };
  }
  const named = namedFields(edit);
  const open = editRows.filter((row) => row.in.includes(order.status));
  const flagged = open.filter((row) => row.flags.some((flag) => hasFlag(actor, flag)));
  const parts = actorPart(actor, order);
  const theirs = flagged.filter((row) => row.who.some((part) => parts.has(part)));

  const missing = (rows: readonly EditRow[]) =>
    named.filter((field) => !rows.some((row) => names(row, field)));
  const closed = missing(open);
  if (closed.length > 0) {
    const why = refusal('order-fixed', { status: order.status });
    return { ok: false, code: 'ILLEGAL_TRANSITION', why, fields: forEach(closed, why) };
  }
  if (missing(flagged).length > 0) {
    return { ok: false, code: 'FORBIDDEN', why: refusal('order-no-change') };
  }
  const others = missing(theirs);
  if (others.length > 0) {
    const why = refusal('order-others', { status: order.status });
    return { ok: false, code: 'FORBIDDEN', why, fields: forEach(others, why) };
  }
  return { ok: true };
}

/** Deleting is for drafts, by the branch itself or an admin, with canDelete. */
export function decideDelete(order: OrderParties & { status: OrderStatus }, actor: Actor): EditDecision {
  if (!hasFlag(actor, 'canDelete')) {
    return { ok: false, code: 'FORBIDDEN', why: refusal('order-no-deleting') };
  }
  if (order.status !== 'Draft') {
    const why = refusal('order-drafts-only', { status: order.status });
    return { ok: false, code: 'ILLEGAL_TRANSITION', why };
  }
  if (!actorPart(actor, order).has('branch')) {
    return { ok: false, code: 'FORBIDDEN', why: refusal('order-makers-only') };
  }
  return { ok: true };
}

/** May this person make orders for the branch? The branch's own users and admins, with canCreate. */
export function mayOrderFor(actor: Actor, branch: string): boolean {
  return hasFlag(actor, 'canCreate') && actorPart(actor, { branch, kitchen: '', sentAt: null }).has('branch');
}

interface NamedField {
  path: string;
  field: string;
  inLine: boolean;
}

/** Another name that clients use for a field of ours. */
const aliases: Readonly<Record<string, string>> = { rejectReason: 'transitionReason' };

function namedFields(edit: OrderEdit): NamedField[] {
  const ofOrder = presentKeys(edit)
    .filter((key) => key !== 'items')
    .map((key) => ({ path: key, field: aliases[key] ?? key, inLine: false }));
  const ofLines = (edit.items ?? []).flatMap((line, index) =>
    lineFields(line).map((field) => ({ path: `${lineAddress(line, index)}.${field}`, field, inLine: true })),
  );
  return [...ofOrder, ...ofLines];
}

/** A substitute is ordered by nobody, so its `orderQty` is 0, and its item and unit come with it. */
function lineFields(line: object): string[] {
  const keys = presentKeys(line);
  if (keys.includes('remove')) return ['removeLine'];
  if (keys.includes('lineId')) return keys.filter((key) => key !== 'lineId');
  const isSubstitute = keys.includes('substituteFor') && 'orderQty' in line && line.orderQty === 0;
  const given = isSubstitute ? ['itemId', 'orderQty', 'unit', 'note'] : ['itemId'];
  return [isSubstitute ? 'addSubstitute' : 'addLine', ...keys.filter((key) => !given.includes(key))];
}

function presentKeys(value: object): string[] {
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key]) => key);
}

function names(row: EditRow, { field, inLine }: NamedField): boolean {
  return (inLine ? (row.lines as readonly string[]) : (row.order as readonly string[])).includes(field);
}

function forEach(fields: readonly NamedField[], why: Refusal): FieldRefusals {
  return Object.fromEntries(fields.map((field) => [field.path, why]));
}
