import { defineMessages } from '#src/lib/i18n/messages.ts';

export const documentMessages = defineMessages('entities/document/messages', {
  states: {
    queued: 'Queued',
    sending: 'Sending',
    sent: 'Saved on server',
    'needs-attention': 'Needs attention',
  },
});
