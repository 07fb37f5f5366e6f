import { defineMessages } from '#src/lib/i18n/messages.ts';

export const accountMessages = defineMessages('features/shell/account-messages', {
  open: 'Your account',
});
