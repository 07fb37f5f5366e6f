import { defineMessages } from '#platform/web/i18n/messages.ts';

/** The roles that every business starts with, and the demonstration's, as the server names them. */
export const roleLabels = defineMessages('platform/web/layout/role-messages', {
  master_admin: 'Master admin',
  admin: 'Admin',
  custom_role_sk: 'Branch',
  custom_role_ck: 'Central kitchen',
  auditor: 'Auditor',
});
