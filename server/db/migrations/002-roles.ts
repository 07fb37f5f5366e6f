import type { MigrationDb } from './columns.ts';

/** key, label, description, C E D V, pages */
const roles = [
  [
    'master_admin',
    'Master admin',
    'Owns the installation: every permission and every page.',
    [1, 1, 1, 1],
    ['*'],
  ],
  ['admin', 'Admin', 'Head office: master data, users, prices and every order.', [1, 1, 1, 1], ['*']],
  [
    'custom_role_sk',
    'Branch',
    'Orders, receives, counts and records waste for a branch.',
    [1, 1, 0, 1],
    ['branch-order'],
  ],
  [
    'custom_role_ck',
    'Central kitchen',
    'Processes the orders that branches send to a central kitchen.',
    [1, 1, 0, 1],
    ['central-kitchen', 'inventory', 'production', 'operations'],
  ],
] as const;

/** The four roles of SPEC section 6 are there from the start. */
export async function up(db: MigrationDb): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  const rows = roles.map(
    ([key, label, description, [canCreate, canEdit, canDelete, canView], pages], index) => ({
      _id: `01900000-0000-7000-8000-00000000000${index + 1}`,
      createdAt: at,
      updatedAt: at,
      version: 1,
      isActive: 1,
      key,
      label,
      description,
      canCreate,
      canEdit,
      canDelete,
      canView,
      allowedPages: JSON.stringify(pages),
    }),
  );
  await db.insertInto('roles').values(rows).execute();
}
