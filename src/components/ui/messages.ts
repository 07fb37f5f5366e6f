import { defineMessages } from '#src/lib/i18n/messages.ts';

export const uiMessages = defineMessages('components/ui/messages', { close: 'Close' });
