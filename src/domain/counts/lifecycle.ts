import { defineLifecycle } from '../documents/lifecycle.ts';
import { type Actor, isOwnLocation, scopeOf } from '../permissions.ts';
import { refusal } from '../refusals/refusal.ts';
import { type CountStatus, countStatuses } from './status.ts';

/** What of a stock count decides what can become of it. Money in ten-thousandths. */
export interface CountLifecycleInput {
  status: CountStatus;
  /** The branch or kitchen that is counted. */
  branch: string;
  /** All differences without their signs, by value: known once it is submitted. */
  absoluteE4: number | null;
  /** Above this somebody of head office approves; null: no limit. */
  approvalLimitE4: number | null;
}

export type CountVerb = 'start' | 'submit' | 'recount' | 'approve' | 'cancel';
/** An approver is somebody of the place within its limit, and head office always. */
type CountPart = 'place' | 'approver';

/** Whether the differences are worth more than the place may approve by itself. */
export const isAboveApprovalLimit = ({
  absoluteE4,
  approvalLimitE4,
}: Pick<CountLifecycleInput, 'absoluteE4' | 'approvalLimitE4'>): boolean =>
  approvalLimitE4 !== null && (absoluteE4 ?? 0) > approvalLimitE4;

/** Nobody who is bound to a place is of head office. */
const isHeadOffice = (actor: Actor): boolean => scopeOf(actor).kind === 'all';

type Row = { verb: CountVerb; from: CountStatus; to: CountStatus };
const counting = ({ verb, from, to }: Row) => ({
  verb,
  from,
  to,
  who: ['place'] as const,
  flags: ['canCreate', 'canEdit'] as const,
  reason: false,
});
/** What is not part of counting itself. */
const decisions: ReadonlySet<CountVerb> = new Set(['recount', 'approve', 'cancel']);
const deciding = (row: Row) => ({ ...counting(row), flags: ['canEdit'] as const });

/** The lifecycle of stock counts: a call names the status that one is to have. */
export const countLifecycle = defineLifecycle<CountLifecycleInput, CountStatus, CountVerb, CountPart>({
  statuses: countStatuses,
  starts: ['Draft'],
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
  asksFor: 'to',
  parts: (count, actor) => {
    if (isHeadOffice(actor)) return new Set(['place', 'approver']);
    if (!isOwnLocation(actor, count.branch)) return new Set();
    // What is worth more than a place may decide is head office's; the place still has it counted again, or gives it up.
    return new Set(isAboveApprovalLimit(count) ? ['place'] : ['place', 'approver']);
  },
  words: {
    readOnly: refusal('count-read-only'),
    noMove: ({ status }, next) => refusal('document-no-move', { status, next }),
    noFlag: (verb) => refusal(decisions.has(verb) ? 'count-no-decision' : 'count-read-only'),
    notTheirs: (verb) => refusal(verb === 'approve' ? 'count-beyond-limit' : 'document-not-yours'),
    noReason: () => refusal('document-reason'),
  },
});
