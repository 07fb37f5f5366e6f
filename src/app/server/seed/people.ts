import { type Actor, type Flag, permissionFlags } from '#core/permissions.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { PersonKey } from './plan/events.ts';
import { toBit, buildCommonColumns } from './rows.ts';
import type { SeedIds } from './seed-ids.ts';

interface Person {
  key: PersonKey | 'viewer';
  name: string;
  role: string;
  /** Initials of canCreate, canEdit, canDelete and canView. */
  flags: string;
  pages: string[];
  /** Codes of the assigned branches and kitchens. */
  branches?: string[];
  kitchens?: string[];
  description: string | null;
}

const branchPages = ['branch-order', 'branch-settings'];
const kitchenPages = ['central-kitchen', 'inventory', 'production', 'operations'];

/** The demo users; the email address is the key at `demo.test`. */
const people: readonly Person[] = [
  {
    key: 'master',
    name: 'Maya Lindgren',
    role: 'master_admin',
    flags: 'CEDV',
    pages: ['*'],
    description: 'Owner',
  },
  {
    key: 'admin',
    name: 'Adam Okafor',
    role: 'admin',
    flags: 'CEDV',
    pages: ['*'],
    description: 'Head office',
  },
  {
    key: 'branch',
    name: 'Bea Halloran',
    role: 'custom_role_sk',
    flags: 'CEDV',
    pages: branchPages,
    branches: ['B01'],
    description: 'Manager, Harbour',
  },
  {
    key: 'branch.staff',
    name: 'Sami Nasser',
    role: 'custom_role_sk',
    flags: 'CV',
    pages: ['branch-order'],
    branches: ['B01'],
    description: 'Early shift, Harbour',
  },
  {
    key: 'branch2',
    name: 'Rita Moreau',
    role: 'custom_role_sk',
    flags: 'CEDV',
    pages: branchPages,
    branches: ['B02'],
    description: 'Manager, Riverside',
  },
  {
    key: 'kitchen',
    name: 'Kofi Adeyemi',
    role: 'custom_role_ck',
    flags: 'CEV',
    pages: kitchenPages,
    kitchens: ['CK01'],
    description: 'Head of the central kitchen',
  },
  { key: 'viewer', name: 'Vera Stone', role: 'auditor', flags: 'V', pages: [], description: null },
];

const flagLetters = { canCreate: 'C', canEdit: 'E', canDelete: 'D', canView: 'V' } as const;

/**
 * Inserts the users and the auditor's role.
 *
 * @returns the actors by key
 */
export async function insertPeople(
  tx: Tx,
  ids: SeedIds,
  at: string,
  passwordHash: string,
): Promise<Map<string, Actor>> {
  const actors = new Map(people.map((person) => [person.key as string, createActor(person, ids)]));
  await tx
    .insertInto('roles')
    .values({
      ...buildCommonColumns(ids.assign('role', 'auditor'), at),
      key: 'auditor',
      label: 'Auditor',
      description: 'Can view everything and change nothing.',
      canCreate: 0,
      canEdit: 0,
      canDelete: 0,
      canView: 1,
      allowedPages: '[]',
      requiresReview: 0,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const rows = people.map((person) => {
    const { permissions, ...actor } = createActor(person, ids);
    const toFlagBit = (flag: Flag) => toBit(permissions[flag]);
    return {
      ...buildCommonColumns(actor._id, at),
      name: actor.name,
      email: actor.email,
      passwordHash,
      passwordVersion: 1,
      passwordKind: 'demonstration' as const,
      role: actor.role,
      isMasterAdmin: toBit(actor.isMasterAdmin),
      canCreate: toFlagBit('canCreate'),
      canEdit: toFlagBit('canEdit'),
      canDelete: toFlagBit('canDelete'),
      canView: toFlagBit('canView'),
      allowedPages: JSON.stringify(actor.allowedPages),
      roleDescription: person.description,
      branches: JSON.stringify(actor.branches),
      kitchens: JSON.stringify(actor.kitchens),
      lastLogin: null,
      language: null,
    };
  });
  await tx.insertInto('users').values(rows).execute();
  return actors;
}

function createActor(person: Person, ids: SeedIds): Actor {
  return {
    _id: ids.assign('user', person.key),
    name: person.name,
    email: `${person.key}@demo.test`,
    role: person.role,
    isMasterAdmin: person.role === 'master_admin',
    permissions: Object.fromEntries(
      permissionFlags.map((flag) => [flag, person.flags.includes(flagLetters[flag])]),
    ) as unknown as Actor['permissions'],
    allowedPages: person.pages,
    branches: (person.branches ?? []).map((code) => ids.get('branch', code)),
    kitchens: (person.kitchens ?? []).map((code) => ids.get('branch', code)),
  };
}
