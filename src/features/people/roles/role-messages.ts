import { defineMessages } from '#src/lib/i18n/messages.ts';

/** The roles that every business starts with, and the demonstration's, as the server names them. */
export const roleMessages = defineMessages('features/people/roles/role-messages', {
  master_admin: {
    label: 'Master admin',
    description: 'Owns the installation: every permission and every page.',
  },
  admin: { label: 'Admin', description: 'Head office: master data, users, prices and every order.' },
  custom_role_sk: {
    label: 'Branch',
    description: 'Orders, receives, counts and records waste for a branch.',
  },
  custom_role_ck: {
    label: 'Central kitchen',
    description: 'Processes the orders that branches send to a central kitchen.',
  },
  auditor: { label: 'Auditor', description: 'Looks at everything, changes nothing.' },
});
