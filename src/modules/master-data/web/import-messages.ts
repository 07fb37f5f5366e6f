import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Label of the import link. Separate, because pages other than master data lists use it, too. */
export const importActionMessages = defineMessages('modules/master-data/web/import-messages', {
  import: 'Import',
});
