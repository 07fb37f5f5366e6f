import { refusal } from '../refusals/refusal.ts';
import { defineLifecycle, type Transition } from '../documents/lifecycle.ts';
import { type Actor, canActAt } from '../permissions.ts';
import { getOrderParts, type OrderParties, type OrderPart } from '../orders/parts.ts';
import {
  type DiscrepancyAction,
  type DiscrepancyStatus,
  type DiscrepancyType,
  discrepancyActions,
  discrepancyEffects,
  discrepancyStatuses,
} from './discrepancies.ts';

/** What of a discrepancy decides who says what became of the goods. */
export interface ResolvableDiscrepancy {
  status: DiscrepancyStatus;
  type: DiscrepancyType;
  /** How it was resolved, null while it is open. */
  action: string | null;
  /** Who bears the loss (kitchen, branch or carrier), null as long as nobody has said so. */
  chargedTo: string | null;
  /** The kind of document that it was found on; left out: an order. Of a transfer, `branch` takes and `kitchen` gives. */
  docType?: string;
  /** What it was found on, by its parties. */
  order: OrderParties;
}

/** Which party may choose a resolution: one that changes the kitchen's stock is the kitchen's to choose. */
const whoResolves: Record<DiscrepancyAction, readonly OrderPart[]> = {
  found_at_kitchen: ['kitchen'],
  resend: ['kitchen'],
  confirmed: ['kitchen'],
  found_at_branch: ['branch', 'kitchen'],
  returned: ['branch', 'kitchen'],
  written_off: ['branch', 'kitchen'],
};

/** Who gave what a transfer brought speaks as the kitchen does of an order, who took it as the branch. */
function partOfTransfer(actor: Actor, { branch, kitchen }: OrderParties): Set<OrderPart> {
  const parts = new Set<OrderPart>();
  if (canActAt(actor, kitchen)) parts.add('kitchen');
  if (canActAt(actor, branch)) parts.add('branch');
  return parts;
}

/** The lifecycle of discrepancies: every action resolves one, where it fits the type. A call names the action. */
export const discrepancyLifecycle = defineLifecycle<
  ResolvableDiscrepancy,
  DiscrepancyStatus,
  DiscrepancyAction,
  OrderPart
>({
  statuses: discrepancyStatuses,
  starts: ['Open'],
  moves: discrepancyActions.map(
    (verb): Transition<DiscrepancyStatus, DiscrepancyAction, OrderPart> => ({
      verb,
      from: 'Open',
      to: 'Resolved',
      who: whoResolves[verb],
      flags: ['canEdit'],
      reason: false,
    }),
  ),
  onward: discrepancyActions,
  // What either side says of one is a step of its history.
  edited: discrepancyStatuses,
  asksFor: 'verb',
  parts: ({ order, docType }, actor) =>
    docType === 'transfer' ? partOfTransfer(actor, order) : getOrderParts(actor, order),
  guard: ({ type }, action) => {
    const fitting = discrepancyEffects[type];
    if (fitting[action]) return null;
    return {
      field: 'action',
      why: refusal('discrepancy-action', { type, actions: Object.keys(fitting).join(', ') }),
    };
  },
  check: ({ type, chargedTo }, action) =>
    discrepancyEffects[type][action]?.charged && chargedTo === null
      ? [{ field: 'chargedTo', why: refusal('who-bears-it') }]
      : [],
  words: {
    readOnly: refusal('discrepancies-read-only'),
    noMove: ({ action }) => refusal('discrepancy-resolved', { action: action ?? '' }),
    noFlag: () => refusal('discrepancies-no-flag'),
    notTheirs: (action) => refusal('discrepancy-not-yours', { action }),
    noReason: (action) => refusal('discrepancy-reason', { action }),
  },
});
