import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Collection, collectionAccess, pageCollections } from './collections.ts';
import {
  type Actor,
  canOpenPage,
  permissionFlags,
  hasFlag,
  isOwnLocation,
  getLandingPage,
  canRead,
  canWrite,
  getWritePages,
  getOwnLocations,
  getScope,
} from './permissions.ts';
import { buildTestActor, testActors } from './testing/actors.ts';

const collections = Object.keys(collectionAccess) as Collection[];

describe('pages', () => {
  const canOpen = (allowedPages: string[], path: string) =>
    canOpenPage(buildTestActor({ flags: 'V', allowedPages }), path);

  test.each([
    ['branch-order', '/branch-order'],
    ['/branch-order', 'branch-order'],
    ['branch-order', '/branch-order/create-order'],
    ['branch-order/', '/branch-order/create-order/'],
    ['/branch-order/create-order', '/branch-order/create-order?copy=1#lines'],
    ['items', '/items/0199/edit'],
    ['*', '/anything/at/all'],
  ])('%s opens %s', (allowed, path) => {
    expect(canOpen(['roles', allowed], path)).toBe(true);
  });

  test.each([
    ['branch-order', '/branch-orders'],
    ['branch-orders', '/branch-order'],
    ['branch-order/create-order', '/branch-order'],
    ['branch-order', '/Branch-Order/create-order'],
    ['branch-order', '//branch-order'],
    ['branch-order', '/branch-order//create-order'],
    ['branch-order', '/branch-order/../user'],
    ['branch-order', '/branch-order/./x'],
    ['branch-order', '/branch-order%2F..%2Fuser'],
    ['branch-order', '/branch-order/%2e%2e/user'],
    ['branch-order', '/branch-order/x\\..\\..\\user'],
    ['branch-order', '\\branch-order'],
    ['branch-order', '/branch-order\\..\\user'],
    ['branch-order', '//evil.example/branch-order'],
    ['branch-order', ''],
    ['', '/branch-order'],
    ['/', '/branch-order'],
    ['//', '/branch-order'],
    ['..', '/branch-order'],
    ['branch-*', '/branch-order'],
    ['constructor', '/branch-order'],
  ])('%s does not open %s', (allowed, path) => {
    expect(canOpen([allowed], path)).toBe(false);
  });

  test('an empty list of pages falls back to canView', () => {
    expect(canOpenPage(buildTestActor({ flags: 'V' }), '/user')).toBe(true);
    expect(canOpenPage(buildTestActor({ flags: 'CED' }), '/user')).toBe(false);
  });

  test('a list without valid pages opens no page, even with canView', () => {
    expect(canOpen([''], '/user')).toBe(false);
  });

  test('a master admin opens every page without a list', () => {
    expect(canOpenPage(buildTestActor({ isMasterAdmin: true }), '/user')).toBe(true);
  });

  test('a page opens exactly the paths that begin with its segments', () => {
    const segment = fc.constantFrom('a', 'b', 'ab', 'a-b');
    const path = fc.array(segment, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(path, path, (page, target) => {
        const isParent = page.every((part, index) => target[index] === part);
        expect(canOpen([page.join('/')], `/${target.join('/')}`)).toBe(isParent);
      }),
    );
  });
});

test.each([
  ['custom_role_sk', '/branch-order/create-order'],
  ['custom_role_ck', '/central-kitchen/dashboard'],
  ['admin', '/dashboard'],
  ['master_admin', '/dashboard'],
  ['auditor', '/dashboard'],
  ['toString', '/dashboard'],
])('%s lands on %s', (role, page) => {
  expect(getLandingPage(role)).toBe(page);
});

test('a master admin has every flag; other users have their own', () => {
  expect(permissionFlags.every((flag) => hasFlag(testActors.master, flag))).toBe(true);
  expect(permissionFlags.filter((flag) => hasFlag(testActors.staff, flag))).toEqual(['canCreate', 'canView']);
});

describe('collections', () => {
  test('every collection can be written from some page', () => {
    expect(collections.filter((collection) => getWritePages(collection).length === 0)).toEqual([]);
  });

  test('the table lists every page once', () => {
    const pages = pageCollections.map((row) => row.page);
    expect(new Set(pages).size).toBe(pages.length);
  });

  test('every page of the table is a route of the product', () => {
    const routes = `dashboard dashboard-original dashboard-fallback dashboard-quick-fix dashboard-test user gallery roles
      units tax branches brand currency sections menu inventory reports costing analytics operations production
      sub-category-items sub-categories branch-orders purchase-category items
      procurements/settings/supplier procurements/settings/procurement-category
      procurements/creation/items-creation procurements/creation/packaging procurements/creation/review
      branch-order/branch branch-order/central-kitchen branch-order/reports branch-order/settings
      branch-order/create-order branch-order/order-submission branch-order/order-history
      branch-order/inventory-control branch-order/receiving-order branch-order/stock-count branch-order/wastage
      central-kitchen/dashboard central-kitchen/branch-orders-history central-kitchen/pick-list
      central-kitchen/order-processing-prep central-kitchen/fair-share branch-settings/create-item branch-settings/create-category`;
    const routePaths = new Set(routes.split(/\s+/));
    expect(pageCollections.map((row) => row.page).filter((page) => !routePaths.has(page))).toEqual([]);
    expect([...routePaths].filter((page) => !pageCollections.some((row) => row.page === page))).toEqual([
      'dashboard-test',
    ]);
  });

  type AccessCase = [person: keyof typeof testActors, collection: Collection, read: boolean, edit: boolean];
  const accessCases: AccessCase[] = [
    ['kitchen', 'orders', true, true],
    ['kitchen', 'stock', true, true],
    ['kitchen', 'discrepancies', true, true],
    ['kitchen', 'wastage', true, true],
    ['kitchen', 'production-batches', true, true],
    ['kitchen', 'items', true, false],
    ['kitchen', 'branch', true, false],
    ['kitchen', 'users', false, false],
    ['kitchen', 'audit', false, false],
    ['kitchen', 'costs', false, false],
    ['branch', 'orders', true, true],
    ['branch', 'stock', true, true],
    ['branch', 'wastage', true, true],
    ['branch', 'stock-counts', true, true],
    ['branch', 'items', true, true],
    ['branch', 'item-levels', true, true],
    ['branch', 'branch-categories', true, false],
    ['branch', 'units', true, false],
    ['branch', 'roles', false, false],
    ['branch', 'purchase-orders', true, true],
    ['staff', 'orders', true, false],
    ['staff', 'items', true, false],
    ['planner', 'users', true, true],
    ['master', 'audit', true, true],
  ];
  test('users assigned to locations can’t write data that affects all branches, whatever pages they have', () => {
    const all = { canCreate: true, canEdit: true, canDelete: true, canView: true };
    const person = { ...testActors.branch, permissions: all };
    for (const assignment of [
      { role: 'custom_role_sk', branches: ['B1'], kitchens: [] },
      { role: 'custom_role_sk', branches: [], kitchens: [] },
      { role: 'custom_role_ck', branches: [], kitchens: ['CK'] },
    ])
      for (const allowedPages of [['*'], [], ['branches'], ['branch-settings']])
        for (const flag of ['canCreate', 'canEdit', 'canDelete'] as const)
          expect(canWrite({ ...person, ...assignment, allowedPages }, 'branch-categories', flag)).toBe(false);
    const planner = { ...person, role: 'planner', branches: [], allowedPages: ['branch-settings'] };
    expect(canWrite(planner, 'branch-categories', 'canEdit')).toBe(true);
  });

  test.each(accessCases)('%s and %s: read %s, edit %s', (person, collection, read, edit) => {
    expect(canRead(testActors[person], collection)).toBe(read);
    expect(canWrite(testActors[person], collection, 'canEdit')).toBe(edit);
  });

  test('a viewer with an empty list reads everything and writes nothing', () => {
    for (const collection of collections) {
      expect(canRead(testActors.viewer, collection)).toBe(true);
      expect(canWrite(testActors.viewer, collection, 'canCreate')).toBe(false);
    }
  });

  test('a page grants access only to its own collections', () => {
    const receiver = buildTestActor({ flags: 'CEDV', allowedPages: ['branch-order/receiving-order'] });
    const writable = collections.filter((collection) => canWrite(receiver, collection, 'canEdit'));
    expect(writable).toEqual(['orders', 'stock', 'discrepancies']);
  });

  test('guarded data can be read where it is shown and written only where it is managed', () => {
    const userAdmin = buildTestActor({ flags: 'CEDV', allowedPages: ['user'] });
    expect(canRead(userAdmin, 'roles')).toBe(true);
    expect(canWrite(userAdmin, 'roles', 'canEdit')).toBe(false);
    expect(canWrite(userAdmin, 'users', 'canEdit')).toBe(true);
  });

  test('without canView, no collection can be read', () => {
    const withoutView = buildTestActor({ flags: 'CED', allowedPages: ['*'] });
    expect(collections.filter((collection) => canRead(withoutView, collection))).toEqual([]);
  });
});

test.each<[string, Actor, ReturnType<typeof getScope>]>([
  ['a branch user', testActors.branch, { kind: 'places', branches: ['b1'], kitchens: [] }],
  [
    'a branch user without a branch',
    buildTestActor({ role: 'custom_role_sk', flags: 'CEDV' }),
    { kind: 'none' },
  ],
  ['a kitchen user', testActors.kitchen, { kind: 'places', branches: [], kitchens: ['k1'] }],
  [
    'a kitchen user without a kitchen',
    buildTestActor({ role: 'custom_role_ck', branches: ['b1'] }),
    { kind: 'none' },
  ],
  ['an admin', testActors.admin, { kind: 'all' }],
  ['an auditor', testActors.viewer, { kind: 'all' }],
  [
    'a custom role with two kitchens and a branch',
    buildTestActor({ role: 'manager', branches: ['b1'], kitchens: ['k1', 'k2'] }),
    { kind: 'places', branches: ['b1'], kitchens: ['k1', 'k2'] },
  ],
  ['a custom role without locations', buildTestActor({ role: 'buyer' }), { kind: 'all' }],
  ['an admin with a branch', { ...testActors.admin, branches: ['b1'] }, { kind: 'all' }],
  ['a master admin in a branch role', { ...testActors.branch, isMasterAdmin: true }, { kind: 'all' }],
])('the scope of %s', (_title, actor, scope) => {
  expect(getScope(actor)).toEqual(scope);
});

test.each<[string, Actor, readonly string[] | null]>([
  ['a branch user', testActors.branch, ['b1']],
  ['a branch user without a branch', buildTestActor({ role: 'custom_role_sk', flags: 'CEDV' }), []],
  ['a kitchen user', testActors.kitchen, ['k1']],
  ['a kitchen user without a kitchen', buildTestActor({ role: 'custom_role_ck', branches: ['b1'] }), []],
  ['an admin', testActors.admin, null],
])('the assigned locations of %s', (_title, actor, expected) => {
  expect(getOwnLocations(actor)).toEqual(expected);
  for (const place of ['b1', 'k1', 'elsewhere'])
    expect(isOwnLocation(actor, place)).toBe(expected === null || expected.includes(place));
});
