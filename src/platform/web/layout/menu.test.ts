import { describe, expect, test } from 'vitest';
import type { Actor } from '#core/permissions.ts';
import {
  isGroup,
  menu,
  type MenuEntry,
  listAllLinks,
  getActiveMenuEntry,
  getMenuEntryPath,
  getTabPages,
  getBreadcrumb,
  getVisibleMenu,
} from './menu.ts';
import { otherPages } from './other-pages.ts';
import { pageMessages } from './page-messages.ts';

function buildActor(overrides: Partial<Actor>): Actor {
  return {
    _id: 'u',
    name: 'U',
    email: 'u@demo.test',
    role: 'auditor',
    isMasterAdmin: false,
    permissions: { canCreate: false, canEdit: false, canDelete: false, canView: true },
    allowedPages: [],
    branches: [],
    kitchens: [],
    ...overrides,
  };
}

/** Returns a path such as `branchOrder > branch > createOrder` for every entry, including groups. */
function listOutline(entries: readonly MenuEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const name = above + entry.label;
    return isGroup(entry) ? [name, ...listOutline(entry.children, `${name} > `)] : [name];
  });
}

describe('visibility', () => {
  test('a user with all pages sees the whole menu', () => {
    expect(listOutline(getVisibleMenu(buildActor({ isMasterAdmin: true })))).toEqual(listOutline(menu));
  });

  test('a branch user sees the branch pages and the empty group', () => {
    const pages = ['branch-order/create-order', 'branch-order/receiving-order'];
    expect(listOutline(getVisibleMenu(buildActor({ role: 'custom_role_sk', allowedPages: pages })))).toEqual([
      'branchOrder',
      'branchOrder > branch',
      'branchOrder > branch > createOrder',
      'branchOrder > branch > inventoryControl',
      'branchOrder > branch > inventoryControl > receivingOrder',
      'itemCategory',
    ]);
  });

  test('the kitchen does not see the entry Branch, even if its pages are allowed', () => {
    const menuOutline = listOutline(
      getVisibleMenu(buildActor({ role: 'custom_role_ck', allowedPages: ['*'] })),
    );
    expect(menuOutline.some((name) => /^branchOrder > branch( >|$)/.test(name))).toBe(false);
    expect(menuOutline).toContain('branchOrder > centralKitchen > kitchenDashboard');
  });

  test.each([
    ['no page of the menu', buildActor({ allowedPages: ['menu'] })],
    [
      'no page and no canView',
      buildActor({ permissions: { ...buildActor({}).permissions, canView: false } }),
    ],
  ])('%s: the menu is empty, so that No Access is shown', (_name, user) => {
    expect(getVisibleMenu(user)).toEqual([]);
  });
});

const getLabels = (path: string) => getBreadcrumb(path).map(({ label }) => label);

test('breadcrumb steps', () => {
  expect(getLabels('/branch-order/receiving-order')).toEqual([
    'branchOrder',
    'branch',
    'inventoryControl',
    'receivingOrder',
  ]);
  expect(getLabels('/inventory')).toEqual(['inventory']);
  expect(getLabels('/nowhere')).toEqual([]);
});

test('pages without a menu entry get the breadcrumb of the page they are a tab of', () => {
  expect(getLabels('/branch-order/branch')).toEqual(['branchOrder', 'branchHome']);
  expect(getLabels('/branch-order/inventory-control')).toEqual(['branchOrder', 'branch', 'inventoryControl']);
  expect(getLabels('/branch-orders')).toEqual(['operations', 'branchOrders']);
});

test('a group with its own page links to it', () => {
  expect(getBreadcrumb('/branch-order/wastage').map(({ to }) => to)).toEqual([
    null,
    '/branch-order/branch',
    '/branch-order/inventory-control',
    '/branch-order/wastage',
  ]);
});

test('a group without a page links to its first page', () => {
  const [settings] = getBreadcrumb('/units');
  expect([settings?.label, settings?.to, settings?.pages.slice(0, 3)]).toEqual([
    'settings',
    null,
    ['/user', '/gallery', '/roles'],
  ]);
});

test('every page without an entry highlights the entry it belongs to', () => {
  const masterAdmin = buildActor({ isMasterAdmin: true });
  for (const { to, menuPage } of otherPages) {
    expect([to, getMenuEntryPath(to)]).toEqual([to, menuPage]);
    // Each links to that entry's page by tab and vice versa; "Coming Soon" pages have no tabs.
    if (menuPage.startsWith('/reports/')) continue;
    expect(getTabPages(masterAdmin, menuPage).map((page) => page.to)).toContain(to);
    expect(getTabPages(masterAdmin, to).map((page) => page.to)).toContain(menuPage);
  }
  expect(getMenuEntryPath('/items/1/edit')).toBe('/procurements/creation/items-creation');
  expect(getMenuEntryPath('/purchase-category')).toBe('/procurements/settings/procurement-category');
  expect(getMenuEntryPath('/nowhere')).toBeNull();
});

test('a group with its own page is highlighted on that page, instead of an entry', () => {
  const highlights = [
    '/branch-order/branch',
    '/branch-order/central-kitchen',
    '/branch-order/inventory-control',
  ]
    .concat(['/branch-order/reports', '/branch-order/settings'])
    .map((path) => [path, getActiveMenuEntry(path)]);
  expect(highlights).toEqual([
    ['/branch-order/branch', { entry: null, group: 'branch' }],
    ['/branch-order/central-kitchen', { entry: null, group: 'branch' }],
    ['/branch-order/inventory-control', { entry: null, group: 'inventoryControl' }],
    ['/branch-order/reports', { entry: null, group: 'reportsAnalytics' }],
    ['/branch-order/settings', { entry: null, group: 'branchSettings' }],
  ]);
  // Exactly one item is highlighted for every linked page.
  for (const { to } of listAllLinks()) {
    const { entry, group } = getActiveMenuEntry(to);
    expect([to, (entry === null) === (group === null)]).toEqual([to, false]);
  }
  expect(getActiveMenuEntry('/branch-order/create-order').entry).toBe('/branch-order/create-order');
  expect(getActiveMenuEntry('/procurements/creation/packaging').entry).toBe(
    '/procurements/creation/items-creation',
  );
  expect(getActiveMenuEntry('/nowhere')).toEqual({ entry: null, group: null });
});

test('tabs are the pages that the user may open, if there are at least two', () => {
  const staff = buildActor({ allowedPages: ['branch-order/create-order', 'branch-order/branch'] });
  expect(getTabPages(staff, '/branch-order/create-order').map(({ to }) => to)).toEqual([
    '/branch-order/create-order',
    '/branch-order/branch',
  ]);
  expect(getTabPages(buildActor({ allowedPages: ['operations'] }), '/operations')).toEqual([]);
  expect(getTabPages(buildActor({ isMasterAdmin: true }), '/reports/order-patterns')).toEqual([]);
});

test('the menu is exactly that of SPEC section 2', () => {
  const t = pageMessages.en;
  const listPaths = (entries: readonly MenuEntry[], above: string[] = []): string[] =>
    entries.flatMap((entry) => {
      const path = [...above, t[entry.label]];
      return isGroup(entry) && entry.children.length > 0
        ? listPaths(entry.children, path)
        : [path.join(' > ')];
    });
  expect(listPaths(menu)).toMatchInlineSnapshot(`
    [
      "Dashboards",
      "Branch Order > Branch > Create Order",
      "Branch Order > Branch > Order Submission",
      "Branch Order > Branch > Order History & Tracking",
      "Branch Order > Branch > Inventory Control > Receiving Order",
      "Branch Order > Branch > Inventory Control > Stock Count",
      "Branch Order > Branch > Inventory Control > Wastage",
      "Branch Order > Central Kitchen > Dashboard",
      "Branch Order > Central Kitchen > Branch Orders & History",
      "Branch Order > Central Kitchen > Pick List",
      "Branch Order > Central Kitchen > Order Processing & Prep",
      "Branch Order > Reports & Analytics > Order Patterns",
      "Branch Order > Reports & Analytics > Missing Item Analysis",
      "Branch Order > Reports & Analytics > Wastage Reports",
      "Branch Order > Branch Settings > Create Item",
      "Branch Order > Branch Settings > Branch Category",
      "Settings > User",
      "Settings > Gallery",
      "Settings > Roles",
      "Settings > Units",
      "Settings > Tax",
      "Settings > Branches",
      "Settings > Brand",
      "Settings > Currency",
      "Settings > Sections",
      "Item Category",
      "Inventory",
      "Reports",
      "Procurements > Supplier",
      "Procurements > Procurement Category",
      "Procurements > items-creation",
      "Costing",
      "Analytics",
      "Operations",
      "Production",
    ]
  `);
});
