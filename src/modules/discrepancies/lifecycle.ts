import { refusal } from '#core/refusals/refusal.ts';
import { defineLifecycle } from '#platform/documents/lifecycle.ts';
import { type Actor, canActAtLocation } from '#core/permissions.ts';
import { getOrderParties, type OrderPartyFields, type OrderParty } from '#modules/orders/parties.ts';
import {
  type DiscrepancyAction,
  type DiscrepancyStatus,
  type DiscrepancyType,
  discrepancyActions,
  discrepancyEffects,
  discrepancyStatuses,
} from './discrepancy-rules.ts';

/** Discrepancy fields that determine who may resolve it. */
export interface ResolvableDiscrepancy {
  status: DiscrepancyStatus;
  type: DiscrepancyType;
  /** Resolution; null while open. */
  action: string | null;
  /** Party that bears the loss (kitchen, branch or carrier); null until entered. */
  chargedTo: string | null;
  /**
   * Document kind; absent for an order. For a transfer, `branch` is the receiver and `kitchen` the sender.
   */
  docType?: string;
  /** The parties of its document. */
  order: OrderPartyFields;
}

/** Parties that may choose a resolution; only the kitchen may choose those that change its stock. */
const resolvingParties: Record<DiscrepancyAction, readonly OrderParty[]> = {
  found_at_kitchen: ['kitchen'],
  resend: ['kitchen'],
  confirmed: ['kitchen'],
  found_at_branch: ['branch', 'kitchen'],
  returned: ['branch', 'kitchen'],
  written_off: ['branch', 'kitchen'],
};

/** Maps the sender of a transfer to an order's kitchen, and the receiver to its branch. */
function getTransferParties(actor: Actor, { branch, kitchen }: OrderPartyFields): Set<OrderParty> {
  const parties = new Set<OrderParty>();
  if (canActAtLocation(actor, kitchen)) parties.add('kitchen');
  if (canActAtLocation(actor, branch)) parties.add('branch');
  return parties;
}

/** Lifecycle of discrepancies: any applicable action resolves one. A request specifies the action. */
export const discrepancyLifecycle = defineLifecycle<
  ResolvableDiscrepancy,
  DiscrepancyStatus,
  DiscrepancyAction,
  OrderParty
>({
  statuses: discrepancyStatuses,
  transitions: discrepancyActions.map((verb) => ({
    verb,
    from: 'Open',
    to: 'Resolved',
    parties: resolvingParties[verb],
    flags: ['canEdit'],
  })),
  forwardVerbs: discrepancyActions,
  // Comments by both parties are steps in the history.
  statusesWithEditHistory: discrepancyStatuses,
  requestKey: 'verb',
  getParties: ({ order, docType }, actor) =>
    docType === 'transfer' ? getTransferParties(actor, order) : getOrderParties(actor, order),
  guard: ({ type }, action) => {
    const effects = discrepancyEffects[type];
    if (effects[action]) return null;
    return {
      field: 'action',
      refusal: refusal('discrepancy-action', { type, actions: Object.keys(effects).join(', ') }),
    };
  },
  check: ({ type, chargedTo }, action) =>
    discrepancyEffects[type][action]?.charged && chargedTo === null
      ? [{ field: 'chargedTo', refusal: refusal('cost-bearer-needed') }]
      : [],
  refusals: {
    readOnly: refusal('discrepancies-read-only'),
    noTransition: ({ action }) => refusal('discrepancy-resolved', { action: action ?? '' }),
    noFlag: () => refusal('discrepancies-no-flag'),
    notTheirs: (action) => refusal('discrepancy-not-yours', { action }),
    noReason: (action) => refusal('discrepancy-reason', { action }),
  },
});
