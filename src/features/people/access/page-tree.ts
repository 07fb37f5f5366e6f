import { opensPage } from '#domain/pages.ts';
import { isGroup, menu, menuLinks, type MenuEntry } from '#src/components/layout/menu.ts';
import { otherPages } from '#src/components/layout/other-pages.ts';
import type { PageName } from '#src/components/layout/page-messages.ts';

/** A page that can be allowed, by the path that is kept for it. */
export interface TreePage {
  label: PageName;
  path: string;
  /** The page of the menu beside which it stands, for pages without an entry in the menu. */
  area?: PageName;
}

export interface TreeGroup {
  /** `others`: the pages without an entry in the menu. */
  label: PageName | 'others';
  children: readonly TreeNode[];
}

export type TreeNode = TreePage | TreeGroup;

/** What a box shows; `some` is neither ticked nor empty. */
export type TickState = 'on' | 'off' | 'some';

const trimSlashes = (path: string) => path.replace(/^\/|\/$/g, '');

/** The name of the page of the menu with this address. */
export const menuPageName = (near: string): PageName =>
  menuLinks().find(({ to }) => to === near)?.label ?? 'dashboards';

/** Pages without an entry in the menu, with the page of the menu beside which each stands. */
const pagesOutsideMenu: readonly (TreePage & { area: PageName })[] = [
  ...otherPages.map(({ label, to, near }) => ({ label, path: trimSlashes(to), area: menuPageName(near) })),
  // A second address of a page of the menu: it is allowed by itself, as the specification has it.
  { label: 'purchaseCategory', path: 'purchase-category', area: 'procurementCategory' },
  // One for all items: which of them is part of the address.
  { label: 'editItem', path: 'items', area: 'itemsCreation' },
];

/** The menu as it is nested, without its empty group, and then every page that stands beside it, by area. */
export const pageTree: readonly TreeNode[] = [
  ...menu.flatMap(nodesOf),
  {
    label: 'others',
    children: [...Map.groupBy(pagesOutsideMenu, ({ area }) => area)].map(([label, children]) => ({
      label,
      children,
    })),
  },
];

export const isTreeGroup = (node: TreeNode): node is TreeGroup => 'children' in node;

/** Every page below a node, in order. */
export function pagesBelow(node: TreeNode): TreePage[] {
  return isTreeGroup(node) ? node.children.flatMap(pagesBelow) : [node];
}

const allPages = pageTree.flatMap(pagesBelow);

export const opensAll = (pages: readonly string[]): boolean => pages.includes('*');

/** Whether the list opens a page by name, or by a path above it. An empty list opens none by itself. */
export const isTicked = (pages: readonly string[], path: string): boolean =>
  opensAll(pages) || opensPage(pages, path);

/** The pages that one entry of a list opens: the page itself where it is one, else all below its path. */
export function pagesOpenedBy(entry: string): TreePage[] {
  const own = allPages.find(({ path }) => path === trimSlashes(entry));
  return own ? [own] : allPages.filter(({ path }) => opensPage([entry], path));
}

/** What the box of a page or a group shows. */
export function tickState(pages: readonly string[], node: TreeNode): TickState {
  const below = pagesBelow(node);
  const ticked = below.filter(({ path }) => isTicked(pages, path)).length;
  if (ticked === 0) return 'off';
  return ticked === below.length ? 'on' : 'some';
}

/** The ticked page whose path stands above this one, and opens it along with itself; null when there is none. */
export function tickedAncestor(pages: readonly string[], path: string): TreePage | null {
  return (
    allPages.find(
      (page) =>
        page.path !== path &&
        pages.some((entry) => trimSlashes(entry) === page.path) &&
        opensPage([page.path], path),
    ) ?? null
  );
}

/**
 * The list with the pages below a node ticked or not. A path that stood for several pages (`branch-order`) is
 * replaced by those that stay, one by one; what this dashboard does not know is left alone.
 */
export function setTicked(pages: readonly string[], node: TreeNode, isOn: boolean): string[] {
  const paths = pagesBelow(node).map(({ path }) => path);
  if (isOn) return [...pages, ...paths.filter((path) => !isTicked(pages, path))];
  const kept = pages.flatMap((entry) => {
    const own = trimSlashes(entry);
    if (paths.includes(own)) return [];
    const isPage = allPages.some(({ path }) => path === own);
    if (isPage || !paths.some((path) => opensPage([own], path))) return [entry];
    return allPages
      .filter(({ path }) => opensPage([own], path) && !paths.includes(path))
      .map(({ path }) => path);
  });
  return [...new Set(kept)];
}

/** Entries that open no page of this dashboard: another version's, or mistyped ones. */
export function unknownEntries(pages: readonly string[]): string[] {
  return pages.filter((entry) => entry !== '*' && !allPages.some(({ path }) => opensPage([entry], path)));
}

/** Two lists that open the same, in whatever order and with or without slashes. */
export function openSamePages(a: readonly string[], b: readonly string[]): boolean {
  const words = (pages: readonly string[]) => [...new Set(pages.map(trimSlashes))].sort().join(' ');
  return words(a) === words(b);
}

function nodesOf(entry: MenuEntry): TreeNode[] {
  if (!isGroup(entry)) return [{ label: entry.label, path: trimSlashes(entry.to) }];
  return entry.children.length === 0
    ? []
    : [{ label: entry.label, children: entry.children.flatMap(nodesOf) }];
}
