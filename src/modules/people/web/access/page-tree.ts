import { isPathAllowed } from '#core/pages.ts';
import { isGroup, menu, listMenuLinks, type MenuEntry } from '#platform/web/layout/menu.ts';
import { otherPages } from '#platform/web/layout/other-pages.ts';
import type { PageName } from '#platform/web/layout/page-messages.ts';

/** A page that can be allowed, with the path stored for it. */
export interface TreePage {
  label: PageName;
  path: string;
  /** The menu page that a page belongs to, if it has no menu entry of its own. */
  area?: PageName;
}

export interface TreeGroup {
  /** `others` groups the pages without a menu entry. */
  label: PageName | 'others';
  children: readonly PageTreeNode[];
}

export type PageTreeNode = TreePage | TreeGroup;

/** State of a checkbox; `some` is indeterminate. */
export type TickState = 'on' | 'off' | 'some';

const trimSlashes = (path: string) => path.replace(/^\/|\/$/g, '');

/** Returns the name of the menu page with this path. */
export const getMenuPageName = (path: string): PageName =>
  listMenuLinks().find(({ to }) => to === path)?.label ?? 'dashboards';

/** Pages without a menu entry, each with the menu page it belongs to. */
const pagesOutsideMenu: readonly (TreePage & { area: PageName })[] = [
  ...otherPages.map(({ label, to, menuPage }) => ({
    label,
    path: trimSlashes(to),
    area: getMenuPageName(menuPage),
  })),
  // Second address of a menu page, allowed separately as the specification requires.
  { label: 'purchaseCategory', path: 'purchase-category', area: 'procurementCategory' },
  // One entry for all items; the item id is part of the URL.
  { label: 'editItem', path: 'items', area: 'itemsCreation' },
];

/** The menu tree without empty groups, followed by the pages outside the menu, by area. */
export const pageTree: readonly PageTreeNode[] = [
  ...menu.flatMap(toNodes),
  {
    label: 'others',
    children: [...Map.groupBy(pagesOutsideMenu, ({ area }) => area)].map(([label, children]) => ({
      label,
      children,
    })),
  },
];

export const isTreeGroup = (node: PageTreeNode): node is TreeGroup => 'children' in node;

/** Returns every page below a node, in order. */
export function listPages(node: PageTreeNode): TreePage[] {
  return isTreeGroup(node) ? node.children.flatMap(listPages) : [node];
}

const allPages = pageTree.flatMap(listPages);

export const allowsAllPages = (pages: readonly string[]): boolean => pages.includes('*');

/** Returns whether the list contains a page or one of its parent paths. An empty list contains none. */
export const isTicked = (pages: readonly string[], path: string): boolean =>
  allowsAllPages(pages) || isPathAllowed(pages, path);

/** Returns the pages that an entry allows: the page itself, or all pages below its path. */
export function findAllowedPages(entry: string): TreePage[] {
  const exactPage = allPages.find(({ path }) => path === trimSlashes(entry));
  return exactPage ? [exactPage] : allPages.filter(({ path }) => isPathAllowed([entry], path));
}

/** Returns the checkbox state of a page or group. */
export function getTickState(pages: readonly string[], node: PageTreeNode): TickState {
  const childPages = listPages(node);
  const ticked = childPages.filter(({ path }) => isTicked(pages, path)).length;
  if (ticked === 0) return 'off';
  return ticked === childPages.length ? 'on' : 'some';
}

/**
 * Returns the selected page whose path contains this one and therefore allows it too; null if there is none.
 */
export function findTickedAncestor(pages: readonly string[], path: string): TreePage | null {
  return (
    allPages.find(
      (page) =>
        page.path !== path &&
        pages.some((entry) => trimSlashes(entry) === page.path) &&
        isPathAllowed([page.path], path),
    ) ?? null
  );
}

/**
 * Selects or clears the pages below a node, and returns the new list. A path that covered several pages
 * (`branch-order`) is replaced by the remaining ones; unknown entries are kept.
 */
export function setTicked(pages: readonly string[], node: PageTreeNode, isOn: boolean): string[] {
  const paths = listPages(node).map(({ path }) => path);
  if (isOn) return [...pages, ...paths.filter((path) => !isTicked(pages, path))];
  const remaining = pages.flatMap((entry) => {
    const entryPath = trimSlashes(entry);
    if (paths.includes(entryPath)) return [];
    const isPage = allPages.some(({ path }) => path === entryPath);
    if (isPage || !paths.some((path) => isPathAllowed([entryPath], path))) return [entry];
    return allPages
      .filter(({ path }) => isPathAllowed([entryPath], path) && !paths.includes(path))
      .map(({ path }) => path);
  });
  return [...new Set(remaining)];
}

/** Returns entries that match no page of this dashboard, such as those from a different version. */
export function findUnknownEntries(pages: readonly string[]): string[] {
  return pages.filter((entry) => entry !== '*' && !allPages.some(({ path }) => isPathAllowed([entry], path)));
}

/** Returns whether two lists allow the same pages, regardless of order and slashes. */
export function allowSamePages(a: readonly string[], b: readonly string[]): boolean {
  const normalize = (pages: readonly string[]) => [...new Set(pages.map(trimSlashes))].sort().join(' ');
  return normalize(a) === normalize(b);
}

function toNodes(entry: MenuEntry): PageTreeNode[] {
  if (!isGroup(entry)) return [{ label: entry.label, path: trimSlashes(entry.to) }];
  return entry.children.length === 0
    ? []
    : [{ label: entry.label, children: entry.children.flatMap(toNodes) }];
}
