import { describe, expect, test } from 'vitest';
import type { Actor } from '#domain/permissions.ts';
import { isGroup, menu, type MenuEntry, trailTo, visibleMenu } from './menu.ts';

function actor(over: Partial<Actor>): Actor {
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
    ...over,
  };
}

/** `branchOrder > branch > createOrder` for every entry, groups included. */
function outline(entries: readonly MenuEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const name = above + entry.label;
    return isGroup(entry) ? [name, ...outline(entry.children, `${name} > `)] : [name];
  });
}

describe('who sees what', () => {
  test('somebody who may open everything sees the whole menu', () => {
    expect(outline(visibleMenu(actor({ isMasterAdmin: true })))).toEqual(outline(menu));
  });

  test('a branch user sees the branch, and the empty group beside it', () => {
    const pages = ['branch-order/create-order', 'branch-order/receiving-order'];
    expect(outline(visibleMenu(actor({ role: 'custom_role_sk', allowedPages: pages })))).toEqual([
      'branchOrder',
      'branchOrder > branch',
      'branchOrder > branch > createOrder',
      'branchOrder > branch > inventoryControl',
      'branchOrder > branch > inventoryControl > receivingOrder',
      'itemCategory',
    ]);
  });

  test('the kitchen does not see the entry Branch, even where its pages are allowed', () => {
    const seen = outline(visibleMenu(actor({ role: 'custom_role_ck', allowedPages: ['*'] })));
    expect(seen.some((name) => name.startsWith('branchOrder > branch'))).toBe(false);
    expect(seen).toContain('branchOrder > centralKitchen > kitchenDashboard');
  });

  test.each([
    ['no page of the menu', actor({ allowedPages: ['units'] })],
    ['no page and no canView', actor({ permissions: { ...actor({}).permissions, canView: false } })],
  ])('%s: nothing at all, so that No Access can be said', (_name, user) => {
    expect(visibleMenu(user)).toEqual([]);
  });
});

test('the way to a page, for the breadcrumb', () => {
  expect(trailTo('/branch-order/receiving-order')).toEqual([
    'branchOrder',
    'branch',
    'inventoryControl',
    'receivingOrder',
  ]);
  expect(trailTo('/inventory')).toEqual(['inventory']);
  expect(trailTo('/nowhere')).toEqual([]);
});
