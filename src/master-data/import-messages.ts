import { defineMessages } from '#src/lib/i18n/messages.ts';

export const importActionMessages = defineMessages('master-data/import-messages', { import: 'Import' });
