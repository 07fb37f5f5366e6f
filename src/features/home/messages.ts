import { defineMessages } from '#src/lib/i18n/messages.ts';

export const homeMessages = defineMessages('features/home/messages', {
  title: 'Dashboard',
  greeting: (name: string) => `Signed in as ${name}. These are the pages you can open.`,
});
