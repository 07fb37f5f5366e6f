import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Grants, findExcessGrants, type GrantHolder, canGrant } from './grants.ts';
import {
  type Actor,
  canOpenPage,
  permissionFlags,
  hasFlag,
  canWrite,
  type Role,
  getScope,
} from './permissions.ts';
import { isReviewed, canDecideReview } from './reviews.ts';
import { buildTestActor, testActors } from './testing/actors.ts';

describe('granting', () => {
  const all = { canCreate: true, canEdit: true, canDelete: true, canView: true };
  const view = { canCreate: false, canEdit: false, canDelete: false, canView: true };

  test.each<[keyof typeof testActors, Grants, string[]]>([
    ['master', { role: 'master_admin', isMasterAdmin: true, permissions: all, allowedPages: ['*'] }, []],
    ['admin', { role: 'custom_role_ck', permissions: all, allowedPages: ['*'], kitchens: ['k9'] }, []],
    ['admin', { isMasterAdmin: true }, ['isMasterAdmin']],
    ['admin', { isMasterAdmin: false }, []],
    ['admin', { role: 'master_admin' }, ['role']],
    [
      'branch',
      { role: 'custom_role_sk', permissions: all, allowedPages: ['branch-order'], branches: ['b1'] },
      [],
    ],
    ['branch', { role: 'custom_role_ck' }, ['role']],
    ['branch', { role: 'auditor' }, ['role']],
    ['branch', { branches: ['b1', 'b2'] }, ['branches']],
    ['branch', { kitchens: ['k1'] }, ['kitchens']],
    ['branch', { allowedPages: ['branch-order/wastage', 'branch-settings'] }, []],
    ['branch', { allowedPages: ['branch-orders'] }, ['allowedPages']],
    ['branch', { allowedPages: ['*'] }, ['allowedPages']],
    ['branch', { allowedPages: [] }, ['allowedPages']],
    ['branch', { allowedPages: ['branch-order/../user'] }, ['allowedPages']],
    ['staff', { permissions: all }, ['permissions']],
    ['staff', { permissions: view }, []],
    ['viewer', { permissions: view, allowedPages: [] }, []],
    ['viewer', { role: 'custom_role_sk', branches: ['b1'] }, []],
    ['manager', { role: 'buyer', branches: ['b1'], kitchens: [] }, []],
    ['manager', { role: 'buyer', branches: [], kitchens: [] }, ['branches']],
    ['manager', { role: 'custom_role_sk', branches: [], kitchens: [] }, []],
    ['planner', { role: 'admin' }, ['role']],
    ['planner', { role: 'buyer', permissions: all, allowedPages: ['*'], branches: ['b1'] }, []],
    ['branch', { role: 'custom_role_ck', permissions: view, allowedPages: ['branch-order'] }, ['role']],
    ['branch', { allowedPages: [], permissions: { ...all, canView: false } }, []],
    ['branch', { allowedPages: ['/'] }, ['allowedPages']],
    ['branch', { allowedPages: ['/*'] }, ['allowedPages']],
  ])('%s granting %o exceeds their own rights in %o', (grantor, grants, excess) => {
    expect(findExcessGrants(testActors[grantor], grants)).toEqual(excess);
    expect(canGrant(testActors[grantor], grants)).toBe(excess.length === 0);
  });

  test('users can’t grant a flag or a page that they don’t have', () => {
    const anyFlags = fc.record({
      canCreate: fc.boolean(),
      canEdit: fc.boolean(),
      canDelete: fc.boolean(),
      canView: fc.boolean(),
    });
    const anyPages = fc.array(fc.constantFrom('branch-order', 'branch-order/wastage', 'user', '*'), {
      maxLength: 3,
    });
    const anyRights = fc.record({ permissions: anyFlags, allowedPages: anyPages });
    fc.assert(
      fc.property(anyRights, anyRights, (grantorRights, granted) => {
        const grantor = { ...buildTestActor({}), ...grantorRights };
        if (!canGrant(grantor, granted)) return;
        const recipient = { ...buildTestActor({}), ...granted };
        expect(permissionFlags.filter((flag) => hasFlag(recipient, flag) && !hasFlag(grantor, flag))).toEqual(
          [],
        );
        const pages = ['/branch-order', '/branch-order/wastage', '/user', '/roles'];
        expect(pages.filter((page) => canOpenPage(recipient, page) && !canOpenPage(grantor, page))).toEqual(
          [],
        );
      }),
    );
  });
});

describe('users whose changes are reviewed', () => {
  const all = { canCreate: true, canEdit: true, canDelete: true, canView: true };
  const reviewed: GrantHolder = { ...testActors.admin, _id: 'reviewed', isReviewed: true };
  const equalRights: Grants = { role: 'admin', permissions: all, allowedPages: ['items'] };

  test.each<[string, Grants, string[]]>([
    ['another user like themselves', { ...equalRights, isReviewed: true }, []],
    ['a user whose changes are not reviewed', { ...equalRights, isReviewed: false }, ['isReviewed']],
    [
      'a user who could approve their own proposals',
      { ...equalRights, allowedPages: ['*'], isReviewed: true },
      ['allowedPages'],
    ],
    [
      'a user who could approve only deletions',
      {
        ...equalRights,
        allowedPages: ['procurements/creation'],
        permissions: { ...all, canCreate: false, canEdit: false },
        isReviewed: true,
      },
      ['allowedPages'],
    ],
    [
      'a user who can see the review page but can’t decide proposals',
      {
        ...equalRights,
        allowedPages: ['*'],
        permissions: { ...all, canCreate: false, canEdit: false, canDelete: false },
        isReviewed: true,
      },
      [],
    ],
    ['themselves as they are', { ...reviewed, isReviewed: true }, []],
    [
      'themselves in a role without the rule',
      { ...reviewed, role: 'planner', isReviewed: false },
      ['isReviewed'],
    ],
  ])('can create %s only within their rights', (_title, grants, excess) => {
    expect(findExcessGrants(reviewed, grants)).toEqual(excess);
  });

  test('cannot create an approver for all locations, whatever locations are assigned to them', () => {
    const assigned: GrantHolder = { ...reviewed, kitchens: ['k1'] };
    const approver: Grants = { ...equalRights, role: 'planner', allowedPages: ['*'], isReviewed: true };
    expect(findExcessGrants(assigned, { ...approver, branches: [], kitchens: [] })).toEqual(['allowedPages']);
    expect(findExcessGrants(assigned, { ...approver, branches: [], kitchens: ['k1'] })).toEqual([]);
    expect(findExcessGrants(assigned, approver)).toEqual(['allowedPages']);
  });
});

test('a page named /* doesn’t open any page or allow granting all pages', () => {
  const holder = buildTestActor({ flags: 'CEDV', allowedPages: ['/*', 'user'] });
  expect(findExcessGrants(holder, { allowedPages: ['*'] })).toEqual(['allowedPages']);
});

describe('sequences of requests', () => {
  const anyFlags = fc.record({
    canCreate: fc.boolean(),
    canEdit: fc.boolean(),
    canDelete: fc.boolean(),
    canView: fc.boolean(),
  });
  const review = 'procurements/creation/review';
  const pages = ['branch-order', 'branch-order/wastage', 'user', 'items', review] as const;
  const anyPages = fc.array(fc.constantFrom(...pages, 'procurements', '*', '/', '/*', 'items/../user'), {
    maxLength: 3,
  });
  const roleKeys = [
    'custom_role_sk',
    'custom_role_ck',
    'admin',
    'master_admin',
    'planner',
    'trainee',
  ] as const;
  const anyRole = fc.constantFrom(...roleKeys);
  const anyPlaces = fc.subarray(['b1', 'b2']);
  const rights = {
    role: anyRole,
    isMasterAdmin: fc.boolean(),
    permissions: anyFlags,
    allowedPages: anyPages,
    branches: anyPlaces,
    kitchens: anyPlaces,
  };
  const isMaster = fc.constantFrom(false, false, false, true);
  const anyUser = fc.record({ ...rights, isMasterAdmin: isMaster });
  const someRights = fc.record(rights, { requiredKeys: [] });
  const roleRights = { permissions: anyFlags, allowedPages: anyPages, requiresReview: fc.boolean() };
  const anyRoles = fc
    .array(fc.record(roleRights), { minLength: roleKeys.length, maxLength: roleKeys.length })
    .map((list): World['roles'] =>
      Object.fromEntries(list.map((role, index) => [roleKeys[index] ?? '', role])),
    );
  const userIndex = fc.nat({ max: 3 });
  const anyCall = fc.oneof(
    fc.record({ kind: fc.constant('create' as const), caller: userIndex, rights: someRights }),
    fc.record({
      kind: fc.constant('change' as const),
      caller: userIndex,
      target: userIndex,
      rights: someRights,
    }),
    fc.record({
      kind: fc.constant('role' as const),
      caller: userIndex,
      key: anyRole,
      rights: fc.record(roleRights, { requiredKeys: [] }),
    }),
    fc.record({ kind: fc.constant('apply' as const), caller: userIndex, key: anyRole, target: userIndex }),
  );

  interface World {
    users: Actor[];
    roles: Record<
      Role,
      { permissions: Actor['permissions']; allowedPages: string[]; requiresReview: boolean }
    >;
  }

  const isUserReviewed = ({ roles }: World, user: Pick<Actor, 'role' | 'isMasterAdmin'>) =>
    !user.isMasterAdmin && roles[user.role]?.requiresReview === true;
  const toHolder = (world: World, user: Actor): GrantHolder => ({
    ...user,
    isReviewed: isUserReviewed(world, user),
  });
  const toGrants = (world: World, user: Actor): Grants => ({
    ...user,
    isReviewed: isUserReviewed(world, user),
  });

  /** Applies a request as the server does, checking the record before and after it. */
  function call(world: World, input: unknown): World {
    const change = input as {
      kind: string;
      caller: number;
      target: number;
      key: Role;
      rights: Partial<Actor> & { requiresReview?: boolean };
    };
    const { users, roles } = world;
    const caller = users[change.caller % users.length];
    if (!caller) return world;
    const grantor = toHolder(world, caller);
    const target = users[change.target % users.length];
    const replaceTarget = (after: Actor): World =>
      target && canGrant(grantor, toGrants(world, target)) && canGrant(grantor, toGrants(world, after))
        ? { roles, users: users.map((user) => (user === target ? after : user)) }
        : world;
    if (change.kind === 'create') {
      const role = change.rights.role ?? 'custom_role_sk';
      const user = buildTestActor({ _id: `u${users.length}` });
      const after = { ...user, ...roles[role], ...change.rights, role };
      return canGrant(grantor, toGrants(world, after)) ? { roles, users: [...users, after] } : world;
    }
    if (change.kind === 'change' && target) return replaceTarget({ ...target, ...change.rights });
    const role = roles[change.key];
    if (!role) return world;
    const roleGrants = (granted: typeof role): Grants => ({
      role: change.key,
      permissions: granted.permissions,
      allowedPages: granted.allowedPages,
      isReviewed: granted.requiresReview,
    });
    if (change.kind === 'apply' && target?.role === change.key && canGrant(grantor, roleGrants(role)))
      return replaceTarget({ ...target, permissions: role.permissions, allowedPages: role.allowedPages });
    if (change.kind !== 'role') return world;
    const { requiresReview, permissions, allowedPages } = change.rights;
    const after = {
      permissions: permissions ?? role.permissions,
      allowedPages: allowedPages ?? role.allowedPages,
      requiresReview: requiresReview ?? role.requiresReview,
    };
    const isAllowed = canGrant(grantor, roleGrants(role)) && canGrant(grantor, roleGrants(after));
    return isAllowed ? { users, roles: { ...roles, [change.key]: after } } : world;
  }

  /** Everything that a user can do, as one phrase per distinction made by the rules. */
  function listPowers(world: World, user: Actor, proposer: string): Set<string> {
    const scope = getScope(user);
    const places = [
      ...(scope.kind === 'all' ? ['b1', 'b2'].flatMap((id) => [`branch ${id}`, `kitchen ${id}`]) : []),
      ...(scope.kind === 'places' ? scope.branches.map((id) => `branch ${id}`) : []),
      ...(scope.kind === 'places' ? scope.kitchens.map((id) => `kitchen ${id}`) : []),
    ];
    const openPages = pages.filter((page) => canOpenPage(user, page));
    const ownFlags = permissionFlags.filter((flag) => hasFlag(user, flag));
    const canWriteItems = (['canCreate', 'canEdit', 'canDelete'] as const).some((flag) =>
      canWrite(user, 'items', flag),
    );
    const canDecide = (['create', 'change', 'delete'] as const).some((operation) =>
      canDecideReview(user, { collection: 'items', operation, byId: proposer }),
    );
    const isProposer = user._id === proposer;
    const listIf = (condition: boolean, word: string) => (condition ? [word] : []);
    return new Set([
      ...places,
      ...listIf(scope.kind === 'all', 'see all'),
      ...listIf(user.isMasterAdmin, 'master'),
      ...openPages.flatMap((page) => ownFlags.map((flag) => `${flag} on ${page}`)),
      ...listIf(canWriteItems && !isUserReviewed(world, user), 'unreviewed'),
      // Users whose own changes aren't reviewed don't need anyone else's approval.
      ...listIf(
        (canDecide && !isProposer) || (isProposer && canWriteItems && !isUserReviewed(world, user)),
        'approves own proposals',
      ),
    ]);
  }

  test('never give anyone a right that the requesting user doesn’t have', () => {
    expect(isReviewed('items')).toBe(true);
    fc.assert(
      fc.property(
        fc.array(anyUser, { minLength: 1, maxLength: 3 }),
        anyRoles,
        fc.array(anyCall, { maxLength: 12 }),
        (userRights, roles, calls) => {
          const users = userRights.map((rights, index) => ({
            ...buildTestActor({}),
            ...rights,
            _id: `u${index}`,
          }));
          let world: World = { users, roles };
          const [first] = users;
          if (!first) return;
          // A master admin can grant everything to everyone, so they are skipped.
          if (first.isMasterAdmin) return;
          const before = world;
          const callerPowers = listPowers(before, first, first._id);
          // Requests by the first user and by all users they created, whose passwords they know.
          for (const input of calls) {
            const callerIndex = input.caller % world.users.length;
            if (callerIndex === 0 || callerIndex >= users.length)
              world = call(world, { ...input, caller: callerIndex });
          }
          for (const user of world.users) {
            const userBefore = before.users.find(({ _id }) => _id === user._id);
            const powersBefore = userBefore ? listPowers(before, userBefore, first._id) : new Set();
            const gained = [...listPowers(world, user, first._id)].filter(
              (power) => !powersBefore.has(power),
            );
            expect(gained.filter((power) => !callerPowers.has(power))).toEqual([]);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('no user exceeds their own rights', () => {
    fc.assert(
      fc.property(anyUser, anyRoles, (rights, roles) => {
        const user = { ...buildTestActor({}), ...rights };
        const world = { users: [user], roles };
        expect(findExcessGrants(toHolder(world, user), toGrants(world, user))).toEqual([]);
      }),
    );
  });
});
