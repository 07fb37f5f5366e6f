import { defineMessages } from '#src/lib/i18n/messages.ts';

export const documentMessages = defineMessages('entities/document/messages', {
  states: {
    queued: 'Queued',
    sending: 'Sending',
    sent: 'Saved on server',
    'needs-attention': 'Needs attention',
  },
  stages: 'Progress',
  stageReached: 'done',
  stageNow: 'now',
  history: 'History',
  made: 'Created',
  changed: 'Changed',
  commented: 'Comment',
  otherMoves: 'Other actions',
  moveTitle: (verb: string, number: string) => `${verb}: ${number}`,
  reason: 'Reason',
  reasonHint: 'Goes into the history, where the other side reads it.',
  reasonMissing: 'Give a reason.',
  back: 'Back',
  busy: 'The last action is still being sent.',
  stale: 'Somebody else changed this meanwhile. It is shown as it is now: look at it, then do it again.',
  noPlaces: 'No location is assigned to you for this. Whoever manages users can assign one.',
  gone: 'This is not here any more, or not yours to see.',
});
