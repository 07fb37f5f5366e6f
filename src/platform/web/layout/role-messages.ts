import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Names of the built-in roles and of the demo data's roles, by role key. */
export const roleLabels = defineMessages('platform/web/layout/role-messages', {
  master_admin: 'Master admin',
  admin: 'Admin',
  custom_role_sk: 'Branch',
  custom_role_ck: 'Central kitchen',
  auditor: 'Auditor',
});
