import { refusal } from '#core/refusals/refusal.ts';
import { defineLifecycle } from '#platform/documents/lifecycle.ts';
import { type WastageStatus, wastageStatuses } from './wastage-rules.ts';

/** The fields of a waste record that determine its transitions. */
export interface WastageLifecycleInput {
  status: WastageStatus;
  /** The branch or kitchen where the goods were discarded. */
  branch: string;
}

export type WastageVerb = 'post' | 'send back' | 'reverse';

/** The lifecycle of waste records; a request specifies the target status. */
export const wastageLifecycle = defineLifecycle<WastageLifecycleInput, WastageStatus, WastageVerb>({
  statuses: wastageStatuses,
  location: 'branch',
  initialStatuses: ['Draft', 'Posted'],
  transitions: [
    { verb: 'post', from: 'Draft', to: 'Posted', flags: ['canEdit'] },
    { verb: 'post', from: 'Pending Approval', to: 'Posted', flags: ['canEdit'] },
    { verb: 'send back', from: 'Pending Approval', to: 'Draft', flags: ['canEdit'] },
    { verb: 'reverse', from: 'Posted', to: 'Reversed', flags: ['canDelete'] },
  ],
  forwardVerbs: ['post'],
  statusesWithEditHistory: ['Draft', 'Posted'],
  refusals: {
    readOnly: refusal('waste-read-only'),
    noTransition: ({ status }, to) => {
      if (status === 'Reversed') return refusal('waste-already-reversed');
      if (status === 'Posted') return refusal('waste-posted');
      return refusal('waste-transition-not-allowed', { status, next: to });
    },
    noFlag: (verb) => refusal('waste-no-flag', { verb }),
    notTheirs: (verb) => refusal('waste-not-yours', { verb }),
    noReason: (verb) => refusal('waste-reason', { verb }),
  },
});
