import { describe, expect, it } from 'vitest';
import { pageCollections } from '#core/collections.ts';
import { listAllLinks } from '#platform/web/layout/menu.ts';
import {
  findTickedAncestor,
  allowSamePages,
  isTicked,
  isTreeGroup,
  listPages,
  findAllowedPages,
  pageTree,
  findUnknownEntries,
  setTicked,
  getTickState,
  type TreeGroup,
  type PageTreeNode,
} from './page-tree.ts';

const listNodes = (tree: readonly PageTreeNode[] = pageTree): PageTreeNode[] =>
  tree.flatMap((node) => (isTreeGroup(node) ? [node, ...listNodes(node.children)] : [node]));
const findNode = (label: string) => listNodes().find((node) => node.label === label) as PageTreeNode;

describe('the page tree', () => {
  it('contains every page once, including pages outside the menu, and every page with access rules', () => {
    const paths = pageTree.flatMap(listPages).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const linked = listAllLinks().map(({ to }) => to.slice(1));
    expect(paths.toSorted()).toEqual([...linked, 'purchase-category', 'items'].sort());
    expect(pageCollections.map(({ page }) => page).filter((page) => !paths.includes(page))).toEqual([]);
  });
});

it('has unique names within a group, and the area of each page outside the menu', () => {
  const groups = listNodes().filter(isTreeGroup);
  for (const { children } of groups) {
    const labels = children.map(({ label }) => label);
    expect(labels).toEqual([...new Set(labels)]);
  }
  const others = pageTree.at(-1) as TreeGroup;
  expect(others.children.length).toBeLessThan(15);
  expect(others.children.every(isTreeGroup)).toBe(true);
  expect(findAllowedPages('inventory/purchases')).toEqual([
    { label: 'purchaseOrders', path: 'inventory/purchases', area: 'inventory' },
  ]);
  expect(findAllowedPages('/procurements/settings').map(({ label }) => label)).toEqual([
    'supplier',
    'procurementCategory',
  ]);
});

describe('checkboxes of the page tree', () => {
  it("derive a group's state from its pages", () => {
    const procurements = findNode('procurements');
    expect(getTickState([], procurements)).toBe('off');
    expect(getTickState(['procurements/settings/supplier'], procurements)).toBe('some');
    expect(getTickState(['procurements'], procurements)).toBe('on');
    expect(getTickState(['*'], procurements)).toBe('on');
  });

  it('set and clear all pages with their group', () => {
    const ticked = setTicked([], findNode('procurements'), true);
    expect(ticked).toEqual([
      'procurements/settings/supplier',
      'procurements/settings/procurement-category',
      'procurements/creation/items-creation',
    ]);
    expect(setTicked(ticked, findNode('procurements'), false)).toEqual([]);
    expect(setTicked(ticked, findNode('procurements'), true)).toEqual(ticked);
  });

  it('split a path that covers several pages when one of them is cleared', () => {
    const remaining = setTicked(['/branch-order/', 'units'], findNode('wastage'), false);
    expect(remaining).toContain('branch-order/create-order');
    expect(remaining).toContain('branch-order/settings');
    expect(remaining).toContain('units');
    expect(remaining).not.toContain('branch-order/wastage');
    expect(remaining.every((path) => isTicked(['branch-order', 'units'], path))).toBe(true);
  });

  it("can't be cleared individually if a parent path allows the page", () => {
    const pages = ['reports'];
    expect(findTickedAncestor(pages, 'reports/order-patterns')).toMatchObject({ path: 'reports' });
    expect(findTickedAncestor(pages, 'reports')).toBeNull();
    expect(findTickedAncestor(['branch-order'], 'branch-order/wastage')).toBeNull();
    expect(setTicked(pages, findNode('orderPatterns'), false)).toEqual(pages);
    expect(setTicked(pages, findNode('reports'), false)).toEqual([]);
  });
});

it('reports entries that match no page here, and keeps them', () => {
  const pages = ['units', 'loyalty', 'unit', '*', 'items/7/edit'];
  expect(findUnknownEntries(pages)).toEqual(['loyalty', 'unit', 'items/7/edit']);
  expect(setTicked(['loyalty', 'units'], findNode('units'), false)).toEqual(['loyalty']);
});

it('compares lists by the pages that they allow', () => {
  expect(allowSamePages(['/units', 'tax'], ['tax/', 'units'])).toBe(true);
  expect(allowSamePages(['units'], ['units', 'tax'])).toBe(false);
});
