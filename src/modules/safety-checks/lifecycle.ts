import { defineEdits } from '#platform/documents/edits.ts';
import { defineLifecycle } from '#platform/documents/lifecycle.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { type CheckStatus, checkStatuses } from './check-rules.ts';

/** The fields of a check that decide its transitions. */
export interface CheckLifecycleInput {
  status: CheckStatus;
  /** The branch or kitchen where it was made. */
  branch: string;
  transitionReason?: string | null;
}

export type CheckVerb = 'verify' | 'void';

/**
 * The lifecycle of checks: recorded, verified by a manager, or voided if it was a mistake. Verification isn't a
 * forward transition, so that checks within limits don't fill the list of pending work.
 */
export const checkLifecycle = defineLifecycle<CheckLifecycleInput, CheckStatus, CheckVerb>({
  statuses: checkStatuses,
  location: 'branch',
  transitions: [
    { verb: 'verify', from: 'Recorded', to: 'Verified', flags: ['canEdit'] },
    { verb: 'void', from: 'Recorded', to: 'Voided', flags: ['canEdit', 'canDelete'], reason: true },
    { verb: 'void', from: 'Verified', to: 'Voided', flags: ['canEdit', 'canDelete'], reason: true },
  ],
  forwardVerbs: [],
  statusesWithEditHistory: ['Recorded', 'Verified'],
});

/** Only the note can be edited. A check with a wrong reading is voided and recorded again. */
export const decideCheckEdit = defineEdits(checkLifecycle, {
  rules: [{ in: ['Recorded', 'Verified'], flags: ['canCreate', 'canEdit'], header: ['note'] }],
  locked: (status) => refusal('check-locked', { status }),
});
