import type { LinkProps } from '@tanstack/react-router';
import {
  Activity,
  Boxes,
  Calculator,
  ChartColumn,
  ChartLine,
  ChefHat,
  ClipboardCheck,
  ClipboardPen,
  Coins,
  Factory,
  FileText,
  FolderTree,
  Handshake,
  History,
  Images,
  LayoutDashboard,
  LayoutGrid,
  ListChecks,
  ListTodo,
  PackageCheck,
  PackageOpen,
  PackagePlus,
  PackageX,
  Percent,
  Ruler,
  Settings,
  ShieldCheck,
  ShoppingBasket,
  SlidersHorizontal,
  Store,
  Tag,
  Trash2,
  Truck,
  Users,
  Warehouse,
  type LucideIcon,
} from 'lucide-react';
import { type Actor, canOpenPage } from '#core/permissions.ts';
import { otherPages } from './other-pages.ts';
import type { PageName } from './page-messages.ts';

/** A path of the route tree, checked by the compiler. */
export type RoutePath = Extract<LinkProps['to'], `/${string}`>;

export interface MenuLink {
  label: PageName;
  icon: LucideIcon;
  to: RoutePath;
}

export interface MenuGroup {
  label: PageName;
  icon: LucideIcon;
  children: readonly MenuEntry[];
  /**
   * The group's own page. Clicking the group expands or collapses it; its page is reached from the
   * breadcrumb.
   */
  page?: RoutePath;
  /** Roles that don't see the group (SPEC section 2: the kitchen doesn't see "Branch"). */
  hiddenFromRoles?: readonly string[];
}

export type MenuEntry = MenuLink | MenuGroup;

/** SPEC section 2's menu, in its order. */
export const menu: readonly MenuEntry[] = [
  { label: 'dashboards', icon: LayoutDashboard, to: '/dashboard' },
  {
    label: 'branchOrder',
    icon: ShoppingBasket,
    children: [
      {
        label: 'branch',
        icon: Store,
        page: '/branch-order/branch',
        hiddenFromRoles: ['custom_role_ck'],
        children: [
          { label: 'createOrder', icon: ClipboardPen, to: '/branch-order/create-order' },
          { label: 'orderSubmission', icon: ClipboardCheck, to: '/branch-order/order-submission' },
          { label: 'orderHistory', icon: History, to: '/branch-order/order-history' },
          {
            label: 'inventoryControl',
            icon: Boxes,
            page: '/branch-order/inventory-control',
            children: [
              { label: 'receivingOrder', icon: PackageCheck, to: '/branch-order/receiving-order' },
              { label: 'stockCount', icon: ListChecks, to: '/branch-order/stock-count' },
              { label: 'wastage', icon: Trash2, to: '/branch-order/wastage' },
            ],
          },
        ],
      },
      {
        label: 'centralKitchen',
        icon: ChefHat,
        children: [
          { label: 'kitchenDashboard', icon: LayoutDashboard, to: '/central-kitchen/dashboard' },
          { label: 'kitchenHistory', icon: History, to: '/central-kitchen/branch-orders-history' },
          { label: 'pickList', icon: ListTodo, to: '/central-kitchen/pick-list' },
          { label: 'orderProcessing', icon: PackageOpen, to: '/central-kitchen/order-processing-prep' },
        ],
      },
      {
        label: 'reportsAnalytics',
        icon: ChartColumn,
        page: '/branch-order/reports',
        children: [
          { label: 'orderPatterns', icon: ChartLine, to: '/reports/order-patterns' },
          { label: 'missingItems', icon: PackageX, to: '/reports/missing-item-analysis' },
          { label: 'wastageReports', icon: Trash2, to: '/reports/wastage-reports' },
        ],
      },
      {
        label: 'branchSettings',
        icon: SlidersHorizontal,
        page: '/branch-order/settings',
        children: [
          { label: 'createItem', icon: PackagePlus, to: '/branch-settings/create-item' },
          { label: 'branchCategory', icon: FolderTree, to: '/branch-settings/create-category' },
        ],
      },
    ],
  },
  {
    label: 'settings',
    icon: Settings,
    children: [
      { label: 'users', icon: Users, to: '/user' },
      { label: 'gallery', icon: Images, to: '/gallery' },
      { label: 'roles', icon: ShieldCheck, to: '/roles' },
      { label: 'units', icon: Ruler, to: '/units' },
      { label: 'tax', icon: Percent, to: '/tax' },
      { label: 'branches', icon: Store, to: '/branches' },
      { label: 'brand', icon: Tag, to: '/brand' },
      { label: 'currency', icon: Coins, to: '/currency' },
      { label: 'sections', icon: LayoutGrid, to: '/sections' },
    ],
  },
  { label: 'itemCategory', icon: FolderTree, children: [] },
  { label: 'inventory', icon: Warehouse, to: '/inventory' },
  { label: 'reports', icon: FileText, to: '/reports' },
  {
    label: 'procurements',
    icon: Truck,
    children: [
      { label: 'supplier', icon: Handshake, to: '/procurements/settings/supplier' },
      { label: 'procurementCategory', icon: FolderTree, to: '/procurements/settings/procurement-category' },
      { label: 'itemsCreation', icon: PackagePlus, to: '/procurements/creation/items-creation' },
    ],
  },
  { label: 'costing', icon: Calculator, to: '/costing' },
  { label: 'analytics', icon: ChartLine, to: '/analytics' },
  { label: 'operations', icon: Activity, to: '/operations' },
  { label: 'production', icon: Factory, to: '/production' },
];

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'children' in entry;
}

/**
 * Returns the entries a user may open. A group with children is shown if at least one of them is; a group
 * without children (`Item Category`) is shown only if another entry is, so that "No Access" remains
 * reachable.
 */
export function getVisibleMenu(actor: Actor, entries: readonly MenuEntry[] = menu): MenuEntry[] {
  const visible = entries.flatMap((entry): MenuEntry[] => {
    if (!isGroup(entry)) return canOpenPage(actor, entry.to) ? [entry] : [];
    if (entry.hiddenFromRoles?.includes(actor.role)) return [];
    const children = getVisibleMenu(actor, entry.children);
    return children.length > 0 || entry.children.length === 0 ? [{ ...entry, children }] : [];
  });
  return visible.some((entry) => !isGroup(entry) || entry.children.length > 0) ? visible : [];
}

/** Returns every link of the menu, flat, in menu order. */
export function listMenuLinks(entries: readonly MenuEntry[] = menu): MenuLink[] {
  return entries.flatMap((entry) => (isGroup(entry) ? listMenuLinks(entry.children) : [entry]));
}

/** Returns every linked page: those in the menu in menu order, then the others. */
export function listAllLinks(): MenuLink[] {
  return [...listMenuLinks(), ...otherPages];
}

/** Menu page with the same content as a path, by path. */
const aliases: Readonly<Record<string, RoutePath>> = {
  '/purchase-category': '/procurements/settings/procurement-category',
};
const itemsPage: RoutePath = '/procurements/creation/items-creation';

/** Returns the menu entry of a page: its own, or that of the page it is a tab of. Null if there is none. */
export function getMenuEntryPath(path: string): RoutePath | null {
  if (/^\/items\/[^/]+\/edit$/.test(path)) return itemsPage;
  return menuPageByPath.get(aliases[path] ?? path) ?? null;
}

/** Menu page by path. A map, because every menu link is looked up on each navigation. */
const menuPageByPath: ReadonlyMap<string, RoutePath> = new Map([
  ...otherPages.map(({ to, menuPage }) => [to, menuPage] as const),
  ...listMenuLinks().map(({ to }) => [to, to] as const),
]);

/** The highlighted menu item: an entry or a group. Both are null for a page that belongs to no entry. */
export interface ActiveMenuEntry {
  entry: RoutePath | null;
  group: PageName | null;
}

/**
 * Returns the highlighted menu item. On a group's own page, and on the tabs next to it, this is the group; on
 * all other pages, the page's entry.
 */
export function getActiveMenuEntry(address: string): ActiveMenuEntry {
  const path = aliases[address] ?? address;
  const group = groupByPath.get(path) ?? null;
  return { entry: group === null ? getMenuEntryPath(path) : null, group };
}

/** Whether the highlighted item is in a group or is the group itself. */
export function isGroupActive(group: MenuGroup, address: string): boolean {
  const active = getActiveMenuEntry(address);
  const labels = [group, ...listGroups(group.children)].map(({ label }) => label);
  return (
    labels.some((label) => label === active.group) || listPages(group).some((page) => page === active.entry)
  );
}

function listGroups(entries: readonly MenuEntry[]): MenuGroup[] {
  return entries.flatMap((entry) => (isGroup(entry) ? [entry, ...listGroups(entry.children)] : []));
}

/** Groups with their own pages, by the pages on which they are highlighted. */
const groupByPath: ReadonlyMap<string, PageName> = new Map(
  otherPages.flatMap(({ to, menuPage }) => {
    const group = listGroups(menu).findLast(({ children }) =>
      children.some((child) => !isGroup(child) && child.to === menuPage),
    );
    return group?.page === undefined ? [] : [[to, group.label] as const];
  }),
);

/**
 * Returns the tabs of a page that the user may open: its menu page and the pages without a menu entry next to
 * it. Empty for a page without tabs and for "Coming Soon" pages.
 */
export function getTabPages(actor: Actor, path: string): MenuLink[] {
  const menuPage = getMenuEntryPath(path);
  if (menuPage === null || comingSoonPages.has(path)) return [];
  const tabs = [
    ...listMenuLinks().filter(({ to }) => to === menuPage && !comingSoonPages.has(to)),
    ...otherPages.filter((page) => page.menuPage === menuPage),
  ];
  const openable = tabs.filter(({ to }) => canOpenPage(actor, to));
  return openable.length > 1 || (openable.length === 1 && openable[0]?.to !== path) ? openable : [];
}

/** SPEC section 2: pages that show their title, 'Coming Soon...' and one link. */
const comingSoonPages: ReadonlySet<string> = new Set([
  '/reports/order-patterns',
  '/reports/missing-item-analysis',
  '/reports/wastage-reports',
]);

/** A breadcrumb step; `to` is null if the step isn't a page. */
export interface BreadcrumbStep {
  label: PageName;
  to: RoutePath | null;
  /**
   * The group's pages in menu order; if the group has no page of its own, the step links to the first one
   * that the user may open.
   */
  pages: readonly RoutePath[];
}

function listPages(group: MenuGroup): RoutePath[] {
  return listMenuLinks(group.children).map(({ to }) => to);
}

/** Returns the breadcrumb steps of a page, outermost first. Empty for a page without a link. */
export function getBreadcrumb(address: string): BreadcrumbStep[] {
  const path = aliases[address] ?? address;
  const other = otherPages.find((page) => page.to === path);
  if (!other)
    return findBreadcrumb(menu, path === getMenuEntryPath(path) ? path : (getMenuEntryPath(path) ?? path));
  const menuSteps = findBreadcrumb(menu, other.menuPage);
  const parentSteps = menuSteps.slice(0, -1).filter((step) => step.to !== path);
  const hasGroup = parentSteps.length > 0;
  return [...(hasGroup ? parentSteps : menuSteps), { label: other.label, to: other.to, pages: [] }];
}

function findBreadcrumb(entries: readonly MenuEntry[], path: string): BreadcrumbStep[] {
  for (const entry of entries) {
    if (!isGroup(entry)) {
      if (entry.to === path) return [{ label: entry.label, to: entry.to, pages: [] }];
      continue;
    }
    const childSteps = findBreadcrumb(entry.children, path);
    if (childSteps.length > 0)
      return [{ label: entry.label, to: entry.page ?? null, pages: listPages(entry) }, ...childSteps];
  }
  return [];
}
