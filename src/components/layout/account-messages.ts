import { defineMessages } from '#src/lib/i18n/messages.ts';

export const accountMessages = defineMessages('components/layout/account-messages', {
  open: 'Your account',
});
