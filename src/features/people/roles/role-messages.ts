import { defineMessages } from '#src/lib/i18n/messages.ts';

/** What the roles do that every business starts with, and the demonstration's, as the server describes them. */
export const roleMessages = defineMessages('features/people/roles/role-messages', {
  master_admin: 'Owns the installation: every permission and every page.',
  admin: 'Head office: master data, users, prices and every order.',
  custom_role_sk: 'Orders, receives, counts and records waste for a branch.',
  custom_role_ck: 'Processes the orders that branches send to a central kitchen.',
  auditor: 'Looks at everything, changes nothing.',
});
