import { defineMessages } from '#src/lib/i18n/messages.ts';

export const importActionMessages = defineMessages('resources/import/action-messages', { import: 'Import' });
