import type { LinkProps } from '@tanstack/react-router';
import {
  Boxes,
  ChefHat,
  ClipboardCheck,
  ClipboardPen,
  FolderTree,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  PackageCheck,
  PackageOpen,
  ShoppingBasket,
  Store,
} from 'lucide-react';
import { type Actor, canOpenPage } from '#domain/permissions.ts';
import type { MenuLabel } from './messages.ts';

/** A path of the route tree: a wrong one does not compile. */
export type RoutePath = Extract<LinkProps['to'], `/${string}`>;

export interface MenuLink {
  label: MenuLabel;
  icon: LucideIcon;
  to: RoutePath;
}

export interface MenuGroup {
  label: MenuLabel;
  icon: LucideIcon;
  children: readonly MenuEntry[];
  /** Roles that do not get to see it (SPEC section 2: the kitchen does not see "Branch"). */
  hiddenFor?: readonly string[];
}

export type MenuEntry = MenuLink | MenuGroup;

/** SPEC section 2's menu, in its order; entries join as their routes come. */
export const menu: readonly MenuEntry[] = [
  { label: 'dashboards', icon: LayoutDashboard, to: '/dashboard' },
  {
    label: 'branchOrder',
    icon: ShoppingBasket,
    children: [
      {
        label: 'branch',
        icon: Store,
        hiddenFor: ['custom_role_ck'],
        children: [
          { label: 'createOrder', icon: ClipboardPen, to: '/branch-order/create-order' },
          { label: 'orderSubmission', icon: ClipboardCheck, to: '/branch-order/order-submission' },
          {
            label: 'inventoryControl',
            icon: Boxes,
            children: [{ label: 'receivingOrder', icon: PackageCheck, to: '/branch-order/receiving-order' }],
          },
        ],
      },
      {
        label: 'centralKitchen',
        icon: ChefHat,
        children: [
          { label: 'kitchenDashboard', icon: LayoutDashboard, to: '/central-kitchen/dashboard' },
          { label: 'orderProcessing', icon: ListChecks, to: '/central-kitchen/order-processing-prep' },
        ],
      },
    ],
  },
  { label: 'itemCategory', icon: FolderTree, children: [] },
  { label: 'inventory', icon: PackageOpen, to: '/inventory' },
];

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'children' in entry;
}

/**
 * The entries a person may open. A group with children shows when one of them does; a group that is empty by
 * definition (`Item Category`) shows beside at least one other entry, so that "No Access" can be reached.
 */
export function visibleMenu(actor: Actor, entries: readonly MenuEntry[] = menu): MenuEntry[] {
  const visible = entries.flatMap((entry): MenuEntry[] => {
    if (!isGroup(entry)) return canOpenPage(actor, entry.to) ? [entry] : [];
    if (entry.hiddenFor?.includes(actor.role)) return [];
    const children = visibleMenu(actor, entry.children);
    return children.length > 0 || entry.children.length === 0 ? [{ ...entry, children }] : [];
  });
  return visible.some((entry) => !isEmptyGroup(entry)) ? visible : [];
}

/** Every link of the menu, flat, in its order. */
export function menuLinks(entries: readonly MenuEntry[] = menu): MenuLink[] {
  return entries.flatMap((entry) => (isGroup(entry) ? menuLinks(entry.children) : [entry]));
}

/** The labels that lead to a page, outermost first: what the breadcrumb shows. Empty for a page without an entry. */
export function trailTo(path: string, entries: readonly MenuEntry[] = menu): MenuLabel[] {
  for (const entry of entries) {
    if (!isGroup(entry)) {
      if (entry.to === path) return [entry.label];
      continue;
    }
    const below = trailTo(path, entry.children);
    if (below.length > 0) return [entry.label, ...below];
  }
  return [];
}

function isEmptyGroup(entry: MenuEntry): boolean {
  return isGroup(entry) && entry.children.length === 0;
}
