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
  reasonHint: 'Shown in the document history.',
  reasonMissing: 'Enter a reason.',
  back: 'Back',
  busy: 'The previous action is still being sent.',
  stale: 'Someone else changed this. Review the latest version, then try again.',
  noPlaces: 'No location is assigned to you for this. Ask an administrator to assign one.',
  storedOnDevice: 'Saved on this device. It will be sent when you’re back online.',
  gone: 'This document doesn’t exist or you don’t have access to it.',
});
