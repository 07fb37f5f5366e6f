import { defineLifecycle } from '../documents/lifecycle.ts';
import { type Actor, isAdministrator, isOwnLocation, canActAt } from '../permissions.ts';
import { type Exact, exact, isMore, one, times } from '../recipes/exact.ts';
import { refusal } from '../refusals/refusal.ts';
import { type PurchaseStatus, purchaseStatuses, type ReceivedStatus } from './purchase-status.ts';

/** What of a purchase order decides what can become of it, and by whom. */
export interface PurchaseLifecycleInput {
  status: PurchaseStatus;
  /** The branch or kitchen that buys. */
  place: string;
  /** See `approverOf`. */
  approvers: string;
  receivedStatus: ReceivedStatus;
  transitionReason?: string | null;
}

export type PurchaseVerb =
  | 'send'
  | 'ask'
  | 'approve'
  | 'send back'
  | 'close'
  | 'close short'
  | 'reopen'
  | 'cancel';
export type PurchasePart = 'buyer' | 'sender' | 'approver' | 'closer' | 'shortCloser';

/** Stands among the approvers for a category that names nobody: any administrator. */
export const anyHeadOfficeApprover = 'head-office';

/** What order values may go out without approval; a category that sets no limit asks for none. */
export interface CategoryLimit {
  category: string;
  approver: string | null;
  limitE4: number | null;
}

/** What is spent on a line, and how much of that its sent order allows already, in the money of the lines. */
export interface SpentLine {
  category: string | null;
  valueE4: number;
  allowedE4?: number;
}

/**
 * Who has to approve an order, by the limits of the purchase categories of its lines: ids separated by spaces, each once and sorted;
 * empty where no category is above its limit. What is exactly the limit is not above it, and neither is what a sent order allows
 * already. Limits are in the money of the business.
 *
 * @param rate what one of the money of the lines is in that; null where nobody knows: then all that is bought is above a limit
 */
export function requiredApprovers(
  lines: readonly SpentLine[],
  limits: readonly CategoryLimit[],
  rate: Exact | null = one,
): string {
  const spent = Map.groupBy(lines, ({ category }) => category);
  const above = limits.filter(({ category, limitE4 }) => {
    const lines = spent.get(category) ?? [];
    const valueE4 = lines.reduce((sum, line) => sum + line.valueE4, 0);
    const allowedE4 = lines.reduce((sum, line) => sum + (line.allowedE4 ?? 0), 0);
    if (limitE4 === null || valueE4 <= allowedE4) return false;
    if (rate === null) return valueE4 > 0;
    return isMore(times(exact(BigInt(valueE4), 1n), rate), exact(BigInt(limitE4), 1n));
  });
  return [...new Set(above.map(({ approver }) => approver ?? anyHeadOfficeApprover))].toSorted().join(' ');
}

/** Whether this person alone may say yes: the approver of every category that is above its limit; master admins always. */
export function canApprovePurchase(
  { approvers }: Pick<PurchaseLifecycleInput, 'approvers'>,
  actor: Actor,
): boolean {
  const wanted = approvers.split(' ').filter((id) => id !== '');
  return (
    actor.isMasterAdmin ||
    wanted.every((id) => (id === anyHeadOfficeApprover ? isAdministrator(actor) : id === actor._id))
  );
}

/** The parts this person plays for an order. Who may approve it needs nobody's approval to send it. */
export function getPurchaseParts(order: PurchaseLifecycleInput, actor: Actor): Set<PurchasePart> {
  const parts = new Set<PurchasePart>();
  const approves = canApprovePurchase(order, actor);
  if (canActAt(actor, order.place)) {
    parts.add('buyer');
    if (approves) parts.add('sender');
    parts.add(order.receivedStatus === 'Received' ? 'closer' : 'shortCloser');
  }
  if (approves && order.approvers !== '' && isOwnLocation(actor, order.place)) parts.add('approver');
  return parts;
}

const writes = ['canCreate', 'canEdit'] as const;

/** The lifecycle of purchase orders: a call names the status that one is to have. */
export const purchaseLifecycle = defineLifecycle<
  PurchaseLifecycleInput,
  PurchaseStatus,
  PurchaseVerb,
  PurchasePart
>({
  statuses: purchaseStatuses,
  starts: ['Draft'],
  moves: [
    { verb: 'send', from: 'Draft', to: 'Sent', who: ['sender'], flags: ['canEdit'], reason: false },
    { verb: 'ask', from: 'Draft', to: 'Pending Approval', who: ['buyer'], flags: writes, reason: false },
    {
      verb: 'approve',
      from: 'Pending Approval',
      to: 'Sent',
      who: ['approver'],
      flags: ['canEdit'],
      reason: false,
    },
    {
      verb: 'send back',
      from: 'Pending Approval',
      to: 'Draft',
      who: ['buyer', 'approver'],
      flags: writes,
      reason: true,
    },
    { verb: 'close', from: 'Sent', to: 'Closed', who: ['closer'], flags: ['canEdit'], reason: false },
    {
      verb: 'close short',
      from: 'Sent',
      to: 'Closed',
      who: ['shortCloser'],
      flags: ['canEdit'],
      reason: true,
    },
    { verb: 'reopen', from: 'Closed', to: 'Sent', who: ['buyer'], flags: ['canEdit'], reason: false },
    { verb: 'cancel', from: 'Draft', to: 'Cancelled', who: ['buyer'], flags: writes, reason: false },
    {
      verb: 'cancel',
      from: 'Pending Approval',
      to: 'Cancelled',
      who: ['buyer'],
      flags: writes,
      reason: false,
    },
    {
      verb: 'cancel',
      from: 'Sent',
      to: 'Cancelled',
      who: ['buyer'],
      flags: ['canEdit'],
      reason: true,
    },
  ],
  onward: ['send', 'ask', 'approve'],
  edited: ['Draft', 'Sent'],
  asksFor: 'to',
  parts: getPurchaseParts,
  guard({ status, approvers, receivedStatus }, verb) {
    if (verb === 'ask' && approvers === '') return refusal('purchase-no-approval');
    if (verb === 'cancel' && status === 'Sent' && receivedStatus !== 'Not Received')
      return refusal('purchase-came-already');
    return null;
  },
  reason: ({ transitionReason }) => transitionReason ?? null,
  words: {
    readOnly: refusal('document-read-only'),
    noMove: ({ status }, next) => refusal('document-no-move', { status, next }),
    noFlag: () => refusal('order-no-change'),
    notTheirs: (verb) =>
      refusal(verb === 'send' || verb === 'approve' ? 'purchase-needs-approval' : 'document-not-yours'),
    noReason: () => refusal('document-reason'),
  },
});
