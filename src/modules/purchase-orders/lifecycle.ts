import { defineLifecycle, type LocationParty } from '#platform/documents/lifecycle.ts';
import { type Actor, isAdministrator } from '#core/permissions.ts';
import { type Exact, exact, isGreater, exactOne, multiplyExact } from '#core/exact.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { type PurchaseStatus, purchaseStatuses, type ReceivedStatus } from './purchase-status.ts';

/** The purchase order fields that determine the allowed transitions. */
export interface PurchaseLifecycleInput {
  status: PurchaseStatus;
  /** The branch or kitchen that buys. */
  place: string;
  /** See `findRequiredApprovers`. */
  approvers: string;
  receivedStatus: ReceivedStatus;
  transitionReason?: string | null;
}

export type PurchaseVerb =
  | 'send'
  | 'submit for approval'
  | 'approve'
  | 'send back'
  | 'close'
  | 'close short'
  | 'reopen'
  | 'cancel';
type PurchasePart = LocationParty | 'sender' | 'approver' | 'closer' | 'shortCloser';

/** Approver value for categories without a named approver: any administrator. */
export const anyHeadOfficeApprover = 'head-office';

/** Value above which orders in a purchase category need approval; null for no limit. */
export interface CategoryLimit {
  category: string;
  approver: string | null;
  limitE4: number | null;
}

/** A line's amount, and how much of it is covered by the sent order, in the lines' currency. */
export interface SpentLine {
  category: string | null;
  valueE4: number;
  allowedE4?: number;
}

/**
 * Returns the approvers that an order needs according to its purchase categories' limits: sorted unique ids
 * separated by spaces; empty if no limit is exceeded. An amount equal to the limit, or covered by the sent
 * order, doesn't exceed it. Limits are in the base currency.
 *
 * @param rate base currency per unit of the lines' currency; if unknown (null), every line exceeds its limit
 */
export function findRequiredApprovers(
  lines: readonly SpentLine[],
  limits: readonly CategoryLimit[],
  rate: Exact | null = exactOne,
): string {
  const linesByCategory = Map.groupBy(lines, ({ category }) => category);
  const exceededLimits = limits.filter(({ category, limitE4 }) => {
    const lines = linesByCategory.get(category) ?? [];
    const valueE4 = lines.reduce((sum, line) => sum + line.valueE4, 0);
    const allowedE4 = lines.reduce((sum, line) => sum + (line.allowedE4 ?? 0), 0);
    if (limitE4 === null || valueE4 <= allowedE4) return false;
    if (rate === null) return valueE4 > 0;
    return isGreater(multiplyExact(exact(BigInt(valueE4), 1n), rate), exact(BigInt(limitE4), 1n));
  });
  return [...new Set(exceededLimits.map(({ approver }) => approver ?? anyHeadOfficeApprover))]
    .toSorted()
    .join(' ');
}

/**
 * Returns whether a user alone can approve an order: the approver for every category above its limit, or a
 * master admin.
 */
export function canApprovePurchase(
  { approvers }: Pick<PurchaseLifecycleInput, 'approvers'>,
  actor: Actor,
): boolean {
  const approverIds = approvers.split(' ').filter((id) => id !== '');
  return (
    actor.isMasterAdmin ||
    approverIds.every((id) => (id === anyHeadOfficeApprover ? isAdministrator(actor) : id === actor._id))
  );
}

const writeFlags = ['canCreate', 'canEdit'] as const;

/** Purchase order lifecycle; a request specifies the target status. */
export const purchaseLifecycle = defineLifecycle<
  PurchaseLifecycleInput,
  PurchaseStatus,
  PurchaseVerb,
  PurchasePart
>({
  statuses: purchaseStatuses,
  location: 'place',
  getAdditionalParties(order, actor) {
    const part = order.receivedStatus === 'Received' ? 'closer' : 'shortCloser';
    if (!canApprovePurchase(order, actor)) return [part];
    // Approvers can send the order without approval by others.
    return order.approvers === '' ? [part, 'sender'] : [part, 'sender', 'approver'];
  },
  transitions: [
    { verb: 'send', from: 'Draft', to: 'Sent', parties: ['sender'], flags: ['canEdit'] },
    { verb: 'submit for approval', from: 'Draft', to: 'Pending Approval', flags: writeFlags },
    { verb: 'approve', from: 'Pending Approval', to: 'Sent', parties: ['approver'], flags: ['canEdit'] },
    {
      verb: 'send back',
      from: 'Pending Approval',
      to: 'Draft',
      parties: ['place', 'approver'],
      flags: writeFlags,
      reason: true,
    },
    { verb: 'close', from: 'Sent', to: 'Closed', parties: ['closer'], flags: ['canEdit'] },
    {
      verb: 'close short',
      from: 'Sent',
      to: 'Closed',
      parties: ['shortCloser'],
      flags: ['canEdit'],
      reason: true,
    },
    { verb: 'reopen', from: 'Closed', to: 'Sent', flags: ['canEdit'] },
    { verb: 'cancel', from: 'Draft', to: 'Cancelled', flags: writeFlags },
    { verb: 'cancel', from: 'Pending Approval', to: 'Cancelled', flags: writeFlags },
    { verb: 'cancel', from: 'Sent', to: 'Cancelled', flags: ['canEdit'], reason: true },
  ],
  forwardVerbs: ['send', 'submit for approval', 'approve'],
  statusesWithEditHistory: ['Draft', 'Sent'],
  guard({ status, approvers, receivedStatus }, verb) {
    if (verb === 'submit for approval' && approvers === '') return refusal('purchase-no-approval');
    if (verb === 'cancel' && status === 'Sent' && receivedStatus !== 'Not Received')
      return refusal('purchase-already-received');
    return null;
  },
  refusals: {
    notTheirs: (verb) =>
      refusal(verb === 'send' || verb === 'approve' ? 'purchase-needs-approval' : 'document-not-yours'),
  },
});
