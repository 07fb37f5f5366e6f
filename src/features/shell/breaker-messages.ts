import { defineMessages } from '#src/lib/i18n/messages.ts';

export const breakerMessages = defineMessages('features/shell/breaker-messages', {
  showingSaved: (time: string) => `Showing saved orders from ${time}`,
  resume: 'Resume',
});
