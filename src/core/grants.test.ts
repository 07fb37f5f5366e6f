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
  scopeOf,
} from './permissions.ts';
import { isReviewed, canDecideReview } from './reviews.ts';
import { testActor, testPeople } from './testing/actors.ts';

describe('granting', () => {
  const all = { canCreate: true, canEdit: true, canDelete: true, canView: true };
  const view = { canCreate: false, canEdit: false, canDelete: false, canView: true };

  test.each<[keyof typeof testPeople, Grants, string[]]>([
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
  ])('%s granting %o exceeds own rights in %o', (who, grants, excess) => {
    expect(findExcessGrants(testPeople[who], grants)).toEqual(excess);
    expect(canGrant(testPeople[who], grants)).toBe(excess.length === 0);
  });

  test("nobody can grant a flag or a page that they don't have", () => {
    const anyFlags = fc.record({
      canCreate: fc.boolean(),
      canEdit: fc.boolean(),
      canDelete: fc.boolean(),
      canView: fc.boolean(),
    });
    const anyPages = fc.array(fc.constantFrom('branch-order', 'branch-order/wastage', 'user', '*'), {
      maxLength: 3,
    });
    const holder = fc.record({ permissions: anyFlags, allowedPages: anyPages });
    fc.assert(
      fc.property(holder, holder, (mine, theirs) => {
        const giver = { ...testActor({}), ...mine };
        if (!canGrant(giver, theirs)) return;
        const taker = { ...testActor({}), ...theirs };
        expect(permissionFlags.filter((flag) => hasFlag(taker, flag) && !hasFlag(giver, flag))).toEqual([]);
        const pages = ['/branch-order', '/branch-order/wastage', '/user', '/roles'];
        expect(pages.filter((page) => canOpenPage(taker, page) && !canOpenPage(giver, page))).toEqual([]);
      }),
    );
  });
});

describe('users whose changes are reviewed', () => {
  const all = { canCreate: true, canEdit: true, canDelete: true, canView: true };
  const reviewed: GrantHolder = { ...testPeople.admin, _id: 'reviewed', isReviewed: true };
  const equal: Grants = { role: 'admin', permissions: all, allowedPages: ['items'] };

  test.each<[string, Grants, string[]]>([
    ['another like them', { ...equal, isReviewed: true }, []],
    ['a user whose changes are not reviewed', { ...equal, isReviewed: false }, ['isReviewed']],
    [
      'a user who could approve their own proposals',
      { ...equal, allowedPages: ['*'], isReviewed: true },
      ['allowedPages'],
    ],
    [
      'a user who could approve only deletions',
      {
        ...equal,
        allowedPages: ['procurements/creation'],
        permissions: { ...all, canCreate: false, canEdit: false },
        isReviewed: true,
      },
      ['allowedPages'],
    ],
    [
      'a user who sees the review page but decides nothing',
      {
        ...equal,
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
  ])('make %s', (_, grants, excess) => {
    expect(findExcessGrants(reviewed, grants)).toEqual(excess);
  });

  test('cannot create an approver for all locations, whatever locations are assigned to them', () => {
    const assigned: GrantHolder = { ...reviewed, kitchens: ['k1'] };
    const approver: Grants = { ...equal, role: 'planner', allowedPages: ['*'], isReviewed: true };
    expect(findExcessGrants(assigned, { ...approver, branches: [], kitchens: [] })).toEqual(['allowedPages']);
    expect(findExcessGrants(assigned, { ...approver, branches: [], kitchens: ['k1'] })).toEqual([]);
    expect(findExcessGrants(assigned, approver)).toEqual(['allowedPages']);
  });
});

test('a page named /* opens nothing, and does not allow granting all pages', () => {
  const holder = testActor({ flags: 'CEDV', allowedPages: ['/*', 'user'] });
  expect(findExcessGrants(holder, { allowedPages: ['*'] })).toEqual(['allowedPages']);
});

describe('no sequence of calls', () => {
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
  const roleRights = { permissions: anyFlags, allowedPages: anyPages, asksReview: fc.boolean() };
  const anyRoles = fc
    .array(fc.record(roleRights), { minLength: roleKeys.length, maxLength: roleKeys.length })
    .map((list): World['roles'] =>
      Object.fromEntries(list.map((role, index) => [roleKeys[index] ?? '', role])),
    );
  const at = fc.nat({ max: 3 });
  const anyCall = fc.oneof(
    fc.record({ do: fc.constant('make' as const), by: at, rights: someRights }),
    fc.record({ do: fc.constant('change' as const), by: at, of: at, rights: someRights }),
    fc.record({
      do: fc.constant('role' as const),
      by: at,
      key: anyRole,
      rights: fc.record(roleRights, { requiredKeys: [] }),
    }),
    fc.record({ do: fc.constant('apply' as const), by: at, key: anyRole, of: at }),
  );

  interface World {
    users: Actor[];
    roles: Record<Role, { permissions: Actor['permissions']; allowedPages: string[]; asksReview: boolean }>;
  }

  const reviews = ({ roles }: World, user: Pick<Actor, 'role' | 'isMasterAdmin'>) =>
    !user.isMasterAdmin && roles[user.role]?.asksReview === true;
  const holder = (world: World, user: Actor): GrantHolder => ({ ...user, isReviewed: reviews(world, user) });
  const holding = (world: World, user: Actor): Grants => ({ ...user, isReviewed: reviews(world, user) });

  /** Makes calls like the server: with the record before and the resulting record. */
  function call(world: World, input: unknown): World {
    const change = input as {
      do: string;
      by: number;
      of: number;
      key: Role;
      rights: Partial<Actor> & { asksReview?: boolean };
    };
    const { users, roles } = world;
    const caller = users[change.by % users.length];
    if (!caller) return world;
    const grantor = holder(world, caller);
    const target = users[change.of % users.length];
    const replaced = (after: Actor): World =>
      target && canGrant(grantor, holding(world, target)) && canGrant(grantor, holding(world, after))
        ? { roles, users: users.map((user) => (user === target ? after : user)) }
        : world;
    if (change.do === 'make') {
      const role = change.rights.role ?? 'custom_role_sk';
      const user = testActor({ _id: `u${users.length}` });
      const after = { ...user, ...roles[role], ...change.rights, role };
      return canGrant(grantor, holding(world, after)) ? { roles, users: [...users, after] } : world;
    }
    if (change.do === 'change' && target) return replaced({ ...target, ...change.rights });
    const role = roles[change.key];
    if (!role) return world;
    const ofRole = (one: typeof role): Grants => ({
      role: change.key,
      permissions: one.permissions,
      allowedPages: one.allowedPages,
      isReviewed: one.asksReview,
    });
    if (change.do === 'apply' && target?.role === change.key && canGrant(grantor, ofRole(role)))
      return replaced({ ...target, permissions: role.permissions, allowedPages: role.allowedPages });
    if (change.do !== 'role') return world;
    const { asksReview, permissions, allowedPages } = change.rights;
    const after = {
      permissions: permissions ?? role.permissions,
      allowedPages: allowedPages ?? role.allowedPages,
      asksReview: asksReview ?? role.asksReview,
    };
    const isAllowed = canGrant(grantor, ofRole(role)) && canGrant(grantor, ofRole(after));
    return isAllowed ? { users, roles: { ...roles, [change.key]: after } } : world;
  }

  /** Everything a user can do, as far as the rules distinguish users, as one phrase each. */
  function powers(world: World, user: Actor, proposer: string): Set<string> {
    const scope = scopeOf(user);
    const places = [
      ...(scope.kind === 'all' ? ['b1', 'b2'].flatMap((id) => [`branch ${id}`, `kitchen ${id}`]) : []),
      ...(scope.kind === 'places' ? scope.branches.map((id) => `branch ${id}`) : []),
      ...(scope.kind === 'places' ? scope.kitchens.map((id) => `kitchen ${id}`) : []),
    ];
    const opened = pages.filter((page) => canOpenPage(user, page));
    const ownFlags = permissionFlags.filter((flag) => hasFlag(user, flag));
    const writesItems = (['canCreate', 'canEdit', 'canDelete'] as const).some((flag) =>
      canWrite(user, 'items', flag),
    );
    const decides = (['create', 'change', 'delete'] as const).some((operation) =>
      canDecideReview(user, { collection: 'items', operation, byId: proposer }),
    );
    const isSelf = user._id === proposer;
    const counts = (isCounted: boolean, word: string) => (isCounted ? [word] : []);
    return new Set([
      ...places,
      ...counts(scope.kind === 'all', 'see all'),
      ...counts(user.isMasterAdmin, 'master'),
      ...opened.flatMap((page) => ownFlags.map((flag) => `${flag} on ${page}`)),
      ...counts(writesItems && !reviews(world, user), 'unreviewed'),
      // A user whose own changes need no review needs nobody else's approval.
      ...counts(
        (decides && !isSelf) || (isSelf && writesItems && !reviews(world, user)),
        'passes what they propose',
      ),
    ]);
  }

  test("by one person gives anyone a right that this person doesn't have", () => {
    expect(isReviewed('items')).toBe(true);
    fc.assert(
      fc.property(
        fc.array(anyUser, { minLength: 1, maxLength: 3 }),
        anyRoles,
        fc.array(anyCall, { maxLength: 12 }),
        (rightsOf, roles, calls) => {
          const users = rightsOf.map((one, index) => ({ ...testActor({}), ...one, _id: `u${index}` }));
          let world: World = { users, roles };
          const [first] = users;
          if (!first) return;
          // A master admin can grant everything to everyone, so they are skipped.
          if (first.isMasterAdmin) return;
          const before = world;
          const mine = powers(before, first, first._id);
          // Calls by the first user and by all users they created, whose passwords they know.
          for (const one of calls) {
            const by = one.by % world.users.length;
            if (by === 0 || by >= users.length) world = call(world, { ...one, by });
          }
          for (const user of world.users) {
            const was = before.users.find(({ _id }) => _id === user._id);
            const had = was ? powers(before, was, first._id) : new Set();
            const gained = [...powers(world, user, first._id)].filter((power) => !had.has(power));
            expect(gained.filter((power) => !mine.has(power))).toEqual([]);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('nobody exceeds their own rights', () => {
    fc.assert(
      fc.property(anyUser, anyRoles, (one, roles) => {
        const user = { ...testActor({}), ...one };
        const world = { users: [user], roles };
        expect(findExcessGrants(holder(world, user), holding(world, user))).toEqual([]);
      }),
    );
  });
});
