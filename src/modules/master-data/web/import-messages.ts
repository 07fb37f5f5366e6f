import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Label of the import link. Loaded by master data lists and by other pages with an import. */
export const importActionMessages = defineMessages('modules/master-data/web/import-messages', {
  import: 'Import',
});
