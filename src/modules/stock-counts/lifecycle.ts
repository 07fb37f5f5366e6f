import { defineLifecycle, type LocationParty } from '#platform/documents/lifecycle.ts';
import { hasAllLocations } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { type CountStatus, countStatuses } from './status.ts';

/** The fields of a stock count that determine its transitions. Money in ten-thousandths. */
export interface CountLifecycleInput {
  status: CountStatus;
  /** The branch or kitchen that is counted. */
  branch: string;
  /** Sum of the absolute value variances; null before submission. */
  absoluteE4: number | null;
  /** Amount above which head office must approve; null for no limit. */
  approvalLimitE4: number | null;
}

export type CountVerb = 'start' | 'submit' | 'recount' | 'approve' | 'cancel';
/** An approver is a user of the location within its limit, or head office. */
type CountParty = LocationParty | 'approver';

/** Returns whether the variances exceed the location's approval limit. */
export const isAboveApprovalLimit = ({
  absoluteE4,
  approvalLimitE4,
}: Pick<CountLifecycleInput, 'absoluteE4' | 'approvalLimitE4'>): boolean =>
  approvalLimitE4 !== null && (absoluteE4 ?? 0) > approvalLimitE4;

const writes = ['canCreate', 'canEdit'] as const;
/** Transitions that decide on a count instead of continuing it. */
const decisions: ReadonlySet<CountVerb> = new Set(['recount', 'approve', 'cancel']);

/** The lifecycle of stock counts; a request specifies the target status. */
export const countLifecycle = defineLifecycle<CountLifecycleInput, CountStatus, CountVerb, CountParty>({
  statuses: countStatuses,
  location: 'branch',
  // Above its limit a location can't approve, but can still request a recount or cancel.
  getAdditionalParties: (count, actor) =>
    hasAllLocations(actor) || !isAboveApprovalLimit(count) ? ['approver'] : [],
  transitions: [
    { verb: 'start', from: 'Draft', to: 'Counting', flags: writes },
    { verb: 'submit', from: 'Counting', to: 'Submitted', flags: writes },
    { verb: 'submit', from: 'Recount', to: 'Submitted', flags: writes },
    { verb: 'recount', from: 'Submitted', to: 'Recount', flags: ['canEdit'] },
    { verb: 'approve', from: 'Submitted', to: 'Approved', parties: ['approver'], flags: ['canEdit'] },
    { verb: 'cancel', from: 'Draft', to: 'Cancelled', flags: ['canEdit'] },
    { verb: 'cancel', from: 'Counting', to: 'Cancelled', flags: ['canEdit'] },
    { verb: 'cancel', from: 'Submitted', to: 'Cancelled', flags: ['canEdit'] },
    { verb: 'cancel', from: 'Recount', to: 'Cancelled', flags: ['canEdit'] },
  ],
  forwardVerbs: ['start', 'submit', 'approve'],
  statusesWithEditHistory: ['Draft', 'Submitted'],
  refusals: {
    readOnly: refusal('count-read-only'),
    noFlag: (verb) => refusal(decisions.has(verb) ? 'count-no-decision' : 'count-read-only'),
    notTheirs: (verb) => refusal(verb === 'approve' ? 'count-exceeds-limit' : 'document-not-yours'),
  },
});
