import { defineMessages } from '#platform/web/i18n/messages.ts';

export const queueMessages = defineMessages('platform/web/layout/queue-messages', {
  title: 'Sending',
  description: 'Your actions are saved on this device until they reach the server.',
  states: {
    queued: 'Queued',
    sending: 'Sending',
    sent: 'Saved',
    'needs-attention': 'Needs attention',
  },
  summary: {
    queued: (count: number) => `${count} queued`,
    sending: (count: number) => `Sending ${count}`,
    sent: 'Saved',
    'needs-attention': (count: number) => `${count} need${count === 1 ? 's' : ''} attention`,
  },
  empty: 'Everything is saved on the server.',
  retry: 'Try again',
  edit: 'Edit',
  discard: 'Discard',
  confirmDiscard: (followers: number) =>
    followers === 0
      ? 'Discard permanently'
      : `Discard permanently, with ${followers} dependent action${followers === 1 ? '' : 's'}`,
  waitingFor: 'Waiting for the action above.',
});
