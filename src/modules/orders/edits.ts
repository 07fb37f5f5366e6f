import { refusal } from '#core/refusals/refusal.ts';
import { type Actor, hasFlag } from '#core/permissions.ts';
import {
  defineDelete,
  defineEdits,
  listDefinedKeys,
  type DocumentEdit,
  type EditRule,
} from '#platform/documents/edits.ts';
import type { FulfilmentQuantity } from './line-quantities.ts';
import { getOrderParties, type OrderPartyFields, type OrderParty } from './parties.ts';
import type { OrderStatus } from './status.ts';

/** Order fields by wire name. */
export type OrderField =
  | 'deliveryDate'
  | 'orderType'
  | 'occasion'
  | 'eventAt'
  | 'guests'
  | 'notes'
  | 'transitionReason'
  | 'driver'
  | 'vehicle'
  | 'departsAt'
  | 'crates';

/** Fields of a line, and the ways to add or remove lines. A substitute is a line that wasn't ordered. */
export type LineField =
  | 'orderQty'
  | 'unit'
  | 'note'
  | FulfilmentQuantity
  | 'reason'
  | 'lots'
  | 'receivedLots'
  | 'pieces'
  | 'substituteFor'
  | 'substituteAnswer'
  | 'photo'
  | 'temperature'
  | 'addLine'
  | 'addSubstitute'
  | 'removeLine';

type OrderEditRule = EditRule<OrderStatus, OrderParty> & {
  header?: readonly OrderField[];
  lines?: readonly LineField[];
};

const receiptQuantities = ['receivedQty', 'damagedQty', 'shortQty', 'overQty'] as const;

/** Edit rules by status and party. Fields without a rule can't be edited. */
const editRows: readonly OrderEditRule[] = [
  {
    in: ['Draft'],
    parties: ['branch', 'reviewer'],
    flags: ['canCreate', 'canEdit'],
    header: ['deliveryDate', 'orderType', 'occasion', 'eventAt', 'guests', 'notes'],
    lines: ['orderQty', 'unit', 'note', 'addLine', 'removeLine'],
  },
  {
    in: ['Under Review'],
    parties: ['reviewer'],
    flags: ['canEdit'],
    header: ['deliveryDate', 'notes', 'transitionReason'],
    lines: ['approvedQty', 'reason'],
  },
  {
    in: ['Sent to Central Kitchen'],
    parties: ['reviewer'],
    flags: ['canEdit'],
    header: ['transitionReason'],
  },
  {
    in: ['Sent to Central Kitchen'],
    parties: ['kitchen'],
    flags: ['canEdit'],
    header: ['transitionReason'],
    lines: ['approvedQty', 'reason'],
  },
  {
    in: ['Under Process'],
    parties: ['kitchen'],
    flags: ['canEdit'],
    header: ['driver', 'vehicle', 'departsAt', 'crates', 'transitionReason'],
    lines: ['pickedQty', 'shippedQty', 'lots', 'pieces', 'reason', 'substituteFor', 'addSubstitute'],
  },
  { in: ['Under Process'], parties: ['branch', 'reviewer'], flags: ['canEdit'], lines: ['substituteAnswer'] },
  {
    in: ['Shipped'],
    parties: ['branch', 'reviewer'],
    flags: ['canEdit'],
    lines: [...receiptQuantities, 'receivedLots', 'temperature', 'reason', 'note', 'photo'],
  },
  { in: ['Shipped'], parties: ['kitchen'], flags: ['canEdit', 'canDelete'], header: ['transitionReason'] },
  {
    in: ['Received', 'Rejected', 'Cancelled'],
    parties: ['branch', 'reviewer', 'kitchen'],
    flags: ['canEdit'],
    header: ['notes'],
  },
];

/** Returns the fields that these parties may edit in a status, regardless of flags. */
export function getEditableFields(
  status: OrderStatus,
  parties: ReadonlySet<OrderParty>,
): { order: Set<OrderField>; lines: Set<LineField> } {
  const rows = editRows.filter(
    (row) => row.in.includes(status) && row.parties.some((party) => parties.has(party)),
  );
  return {
    order: new Set(rows.flatMap(({ header = [] }) => header)),
    lines: new Set(rows.flatMap(({ lines = [] }) => lines)),
  };
}

export type OrderEdit = DocumentEdit;

const partyRules = {
  getParties: (order: OrderPartyFields & { status: OrderStatus }, actor: Actor) =>
    getOrderParties(actor, order),
};

export const decideOrderEdit = defineEdits(partyRules, {
  rules: editRows,
  getLineFields: listLineFields,
  readOnly: refusal('orders-read-only'),
  locked: (status) => refusal('order-locked', { status }),
  notTheirs: (status) => refusal('order-others', { status }),
});

/** Only drafts can be deleted, by the branch itself or an admin. */
export const decideOrderDelete = defineDelete(partyRules, {
  in: 'Draft',
  parties: ['branch'],
  noFlag: refusal('order-no-deleting'),
  locked: (status) => refusal('order-drafts-only', { status }),
  notTheirs: refusal('order-creators-only'),
});

/**
 * Returns whether a user may create orders for a branch: users of the branch and admins may, if they have
 * canCreate.
 */
export function canOrderFor(actor: Actor, branch: string): boolean {
  return (
    hasFlag(actor, 'canCreate') && getOrderParties(actor, { branch, kitchen: '', sentAt: null }).has('branch')
  );
}

/**
 * Returns the edited fields of a line. A substitute wasn't ordered, so its `orderQty` is 0, and it specifies
 * its own item and unit.
 */
function listLineFields(line: object): string[] {
  const keys = listDefinedKeys(line);
  if (keys.includes('remove')) return ['removeLine'];
  if (keys.includes('lineId')) return keys.filter((key) => key !== 'lineId');
  const isSubstitute = keys.includes('substituteFor') && 'orderQty' in line && line.orderQty === 0;
  const implied = isSubstitute ? ['itemId', 'orderQty', 'unit', 'note'] : ['itemId', 'suggestedQty'];
  return [isSubstitute ? 'addSubstitute' : 'addLine', ...keys.filter((key) => !implied.includes(key))];
}
