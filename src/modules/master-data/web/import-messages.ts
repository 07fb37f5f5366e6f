import { defineMessages } from '#platform/web/i18n/messages.ts';

/** The link to an import. Loaded with the link, also on pages that are no list of master data. */
export const importActionMessages = defineMessages('modules/master-data/web/import-messages', {
  import: 'Import',
});
