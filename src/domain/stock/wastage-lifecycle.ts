import { defineLifecycle } from '../documents/lifecycle.ts';
import { isOwnPlace } from '../permissions.ts';
import { type WastageStatus, wastageStatuses } from './wastage.ts';

/** What of a waste record decides what can become of it. */
export interface MovableWastage {
  status: WastageStatus;
  /** The branch or kitchen where it was thrown away. */
  branch: string;
}

export type WastageVerb = 'post' | 'send back' | 'take back';

/** The lifecycle of waste records: a call names the status that one is to have. */
export const wastageLifecycle = defineLifecycle<MovableWastage, WastageStatus, WastageVerb, 'place'>({
  statuses: wastageStatuses,
  starts: ['Draft', 'Posted'],
  moves: [
    { verb: 'post', from: 'Draft', to: 'Posted', who: ['place'], flags: ['canEdit'], reason: false },
    {
      verb: 'post',
      from: 'Pending Approval',
      to: 'Posted',
      who: ['place'],
      flags: ['canEdit'],
      reason: false,
    },
    {
      verb: 'send back',
      from: 'Pending Approval',
      to: 'Draft',
      who: ['place'],
      flags: ['canEdit'],
      reason: false,
    },
    {
      verb: 'take back',
      from: 'Posted',
      to: 'Reversed',
      who: ['place'],
      flags: ['canDelete'],
      reason: false,
    },
  ],
  onward: ['post'],
  edited: ['Draft', 'Posted'],
  asksFor: 'to',
  parts: ({ branch }, actor) => new Set(isOwnPlace(actor, branch) ? ['place'] : []),
  words: {
    readOnly: 'Your account may look at waste but not record it.',
    noMove: ({ status }, to) => {
      if (status === 'Reversed') return 'This was taken back already: record it anew.';
      if (status === 'Posted')
        return 'What is posted cannot become a draft: delete it, and its stock comes back.';
      return `Waste that is ${status} cannot become ${to}.`;
    },
    noFlag: (verb) => `Your account lacks the permission to ${verb} waste.`,
    notTheirs: (verb) => `It is not yours to ${verb} this waste.`,
    noReason: (verb) => `Say why: to ${verb} waste needs a reason.`,
  },
});
