import { defineMessages } from '#src/lib/i18n/messages.ts';

export const queueMessages = defineMessages('components/layout/queue-messages', {
  title: 'Sending',
  description: 'What you did is kept on this device until the server has it.',
  states: {
    queued: 'Queued',
    sending: 'Sending',
    sent: 'Saved on server',
    'needs-attention': 'Needs attention',
  },
  summary: {
    queued: (count: number) => `${count} queued`,
    sending: (count: number) => `Sending ${count}`,
    sent: 'Saved on server',
    'needs-attention': (count: number) => `${count} need${count === 1 ? 's' : ''} attention`,
  },
  empty: 'Everything is saved on the server.',
  retry: 'Try again',
  edit: 'Edit',
  discard: 'Discard',
  confirmDiscard: (followers: number) =>
    followers === 0
      ? 'Discard for good'
      : `Discard for good, with ${followers} that follow${followers === 1 ? 's' : ''}`,
  waitingFor: 'Waits for the action above it.',
});
