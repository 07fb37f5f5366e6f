import { defineMessages } from '#src/lib/i18n/messages.ts';

/** The link to an import. Loaded with the link, also on pages that are no list of master data. */
export const importActionMessages = defineMessages('master-data/import-messages', { import: 'Import' });
