import { defineLifecycle } from '#platform/documents/lifecycle.ts';
import { type Actor, isOwnLocation, scopeOf } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { type CountStatus, countStatuses } from './status.ts';

/** The fields of a stock count that decide its transitions. Money in ten-thousandths. */
export interface CountLifecycleInput {
  status: CountStatus;
  /** The branch or kitchen that is counted. */
  branch: string;
  /** Sum of the absolute value variances; known once the count is submitted. */
  absoluteE4: number | null;
  /** Above this amount head office must approve; null for no limit. */
  approvalLimitE4: number | null;
}

export type CountVerb = 'start' | 'submit' | 'recount' | 'approve' | 'cancel';
/** An approver is a user of the location within its limit, or head office. */
type CountPart = 'place' | 'approver';

/** Returns whether the variances exceed the location's approval limit. */
export const isAboveApprovalLimit = ({
  absoluteE4,
  approvalLimitE4,
}: Pick<CountLifecycleInput, 'absoluteE4' | 'approvalLimitE4'>): boolean =>
  approvalLimitE4 !== null && (absoluteE4 ?? 0) > approvalLimitE4;

/** Users assigned to a location aren't head office. */
const isHeadOffice = (actor: Actor): boolean => scopeOf(actor).kind === 'all';

type Row = { verb: CountVerb; from: CountStatus; to: CountStatus };
const counting = ({ verb, from, to }: Row) => ({
  verb,
  from,
  to,
  who: ['place'] as const,
  flags: ['canCreate', 'canEdit'] as const,
});
/** Transitions that decide on a count instead of continuing it. */
const decisions: ReadonlySet<CountVerb> = new Set(['recount', 'approve', 'cancel']);
const deciding = (row: Row) => ({ ...counting(row), flags: ['canEdit'] as const });

/** The lifecycle of stock counts; a request names the target status. */
export const countLifecycle = defineLifecycle<CountLifecycleInput, CountStatus, CountVerb, CountPart>({
  statuses: countStatuses,
  moves: [
    counting({ verb: 'start', from: 'Draft', to: 'Counting' }),
    counting({ verb: 'submit', from: 'Counting', to: 'Submitted' }),
    counting({ verb: 'submit', from: 'Recount', to: 'Submitted' }),
    deciding({ verb: 'recount', from: 'Submitted', to: 'Recount' }),
    deciding({ verb: 'approve', from: 'Submitted', to: 'Approved' }),
    deciding({ verb: 'cancel', from: 'Draft', to: 'Cancelled' }),
    deciding({ verb: 'cancel', from: 'Counting', to: 'Cancelled' }),
    deciding({ verb: 'cancel', from: 'Submitted', to: 'Cancelled' }),
    deciding({ verb: 'cancel', from: 'Recount', to: 'Cancelled' }),
  ].map((move) => (move.verb === 'approve' ? { ...move, who: ['approver'] as const } : move)),
  onward: ['start', 'submit', 'approve'],
  edited: ['Draft', 'Submitted'],
  parts: (count, actor) => {
    if (isHeadOffice(actor)) return new Set(['place', 'approver']);
    if (!isOwnLocation(actor, count.branch)) return new Set();
    // Above its limit a location can't approve, but can still request a recount or cancel.
    return new Set(isAboveApprovalLimit(count) ? ['place'] : ['place', 'approver']);
  },
  words: {
    readOnly: refusal('count-read-only'),
    noFlag: (verb) => refusal(decisions.has(verb) ? 'count-no-decision' : 'count-read-only'),
    notTheirs: (verb) => refusal(verb === 'approve' ? 'count-beyond-limit' : 'document-not-yours'),
  },
});
