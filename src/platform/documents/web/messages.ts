import { defineMessages } from '#platform/web/i18n/messages.ts';

export const documentMessages = defineMessages('platform/documents/web/messages', {
  states: {
    queued: 'Queued',
    sending: 'Sending',
    sent: 'Saved',
    'needs-attention': 'Needs attention',
  },
  stages: 'Progress',
  stageReached: 'done',
  stageNow: 'current',
  history: 'History',
  created: 'Created',
  changed: 'Changed',
  commented: 'Comment',
  otherMoves: 'Other actions',
  /** "Cancel order ORD-1", but "Send to central kitchen (ORD-1)". */
  moveTitle: (verb: string, number: string) =>
    /^\w+( (order|count|receipt|record|check))?$/.test(verb) ? `${verb} ${number}` : `${verb} (${number})`,
  moveCount: (verb: string, count: number) => `${verb} (${count})`,
  moved: (numbers: string, status: string) => `${numbers}: ${status}.`,
  reason: 'Reason',
  reasonHint: 'Shown in the document history.',
  reasonMissing: 'Enter a reason.',
  back: 'Back',
  delete: 'Delete draft',
  deleteQuestion: (number: string) => `Delete ${number}?`,
  deleteText: 'This can’t be undone.',
  deleted: (number: string) => `${number} deleted.`,
  busy: 'The previous action is still being sent.',
  stale: 'Someone else changed this. Review the latest version, then try again.',
  noPlaces: 'No suitable location is assigned to you. Ask an administrator to assign one.',
  storedOnDevice: 'Saved on this device. It will be sent when you’re back online.',
  taxNumber: 'Tax number',
  gone: 'This document doesn’t exist or you don’t have access to it.',
});
