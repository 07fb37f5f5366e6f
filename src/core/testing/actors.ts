import type { Actor, Flag } from '../permissions.ts';

/**
 * Builds a test actor without flags, pages or locations; `overrides` replaces properties, and `flags` is
 * given as letters (C E D V).
 */
export function buildTestActor({
  flags = '',
  ...overrides
}: Partial<Omit<Actor, 'permissions'>> & { flags?: string }): Actor {
  const has = (flag: Flag) => flags.includes(flag.charAt(3));
  return {
    _id: 'someone',
    name: 'Some One',
    email: 'someone@demo.test',
    role: 'auditor',
    isMasterAdmin: false,
    allowedPages: [],
    branches: [],
    kitchens: [],
    ...overrides,
    permissions: {
      canCreate: has('canCreate'),
      canEdit: has('canEdit'),
      canDelete: has('canDelete'),
      canView: has('canView'),
    },
  };
}

const branchPlaces = {
  role: 'custom_role_sk',
  branches: ['b1'],
  allowedPages: ['branch-order', 'branch-settings'],
};
const kitchenPages = ['central-kitchen', 'inventory', 'production', 'operations'];

/** Users like those in the demo data, and variants that the rules treat differently. */
export const testActors = {
  master: buildTestActor({ role: 'master_admin', isMasterAdmin: true, allowedPages: ['*'] }),
  admin: buildTestActor({ role: 'admin', flags: 'CEDV', allowedPages: ['*'] }),
  branch: buildTestActor({ ...branchPlaces, flags: 'CEDV' }),
  staff: buildTestActor({ ...branchPlaces, flags: 'CV', allowedPages: ['branch-order'] }),
  otherBranch: buildTestActor({ ...branchPlaces, flags: 'CEDV', branches: ['b2'] }),
  kitchen: buildTestActor({
    role: 'custom_role_ck',
    flags: 'CEV',
    kitchens: ['k1'],
    allowedPages: kitchenPages,
  }),
  kitchenManager: buildTestActor({
    role: 'custom_role_ck',
    flags: 'CEDV',
    kitchens: ['k1'],
    allowedPages: kitchenPages,
  }),
  otherKitchen: buildTestActor({
    role: 'custom_role_ck',
    flags: 'CEDV',
    kitchens: ['k2'],
    allowedPages: kitchenPages,
  }),
  planner: buildTestActor({ role: 'planner', flags: 'CEDV', allowedPages: ['*'] }),
  manager: buildTestActor({
    role: 'manager',
    flags: 'CEDV',
    allowedPages: ['*'],
    branches: ['b1'],
    kitchens: ['k1', 'k2'],
  }),
  viewer: buildTestActor({ flags: 'V' }),
} satisfies Record<string, Actor>;
