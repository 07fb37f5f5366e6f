import {
  BellRing,
  Keyboard,
  Languages,
  LogOut,
  PanelLeft,
  Plus,
  SunMoon,
  Trash2,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { type Actor, canOpenPage, type Collection, canWrite } from '#core/permissions.ts';
import type { RoutePath } from '#platform/web/layout/menu.ts';
import { type Locale, locales } from '#platform/web/i18n/locale.ts';
import type { Translation } from '#platform/web/i18n/messages.ts';
import type { Theme } from '#platform/web/theme.ts';
import type { PaletteEntry } from './entries.ts';
import { paletteMessages } from './messages.ts';

/** Conditions that decide which actions the palette offers. */
export interface PaletteContext {
  user: Actor;
  theme: Theme;
  locale: Locale;
  isSidebarCollapsed: boolean;
  /** Whether there is a sidebar to expand; false on a phone. */
  hasSidebar: boolean;
  newOrders: number;
}

/** Callbacks that the actions run. */
export interface PaletteActions {
  navigate(to: string): void;
  markSeen(): void;
  setTheme(theme: Theme): void;
  setLocale(locale: Locale): void;
  setCollapsed(isCollapsed: boolean): void;
  clearCache(): void;
  showShortcuts(): void;
  openAccount(): void;
  signOut(): void;
}

type Texts = Translation<(typeof paletteMessages)['en']>['actions'];

interface OfferedAction {
  id: string;
  icon: LucideIcon;
  label(t: Texts): string;
  /** Additional search terms. */
  searchTerms?(t: Texts): string;
  /** Whether the action is available; absent means always. */
  isAvailable?(context: PaletteContext): boolean;
  run(actions: PaletteActions, context: PaletteContext): void;
}

interface CreateAction {
  id: keyof Texts['create'];
  collection: Collection;
  /** Pages that have the form. The first one that the user may open is used. */
  pages: readonly RoutePath[];
  /** Search string that opens the form: `?row=new` by default, empty when the page itself is the form. */
  search?: string;
}

/** Actions that open an empty form. */
const createActions: readonly CreateAction[] = [
  { id: 'create-order', collection: 'orders', pages: ['/branch-order/create-order'], search: '' },
  { id: 'new-count', collection: 'stock-counts', pages: ['/branch-order/stock-count'] },
  { id: 'record-wastage', collection: 'wastage', pages: ['/branch-order/wastage'], search: '' },
  {
    id: 'new-item',
    collection: 'items',
    pages: ['/procurements/creation/items-creation', '/branch-settings/create-item'],
  },
  {
    id: 'new-purchase-order',
    collection: 'purchase-orders',
    pages: [
      '/procurements/creation/review/orders',
      '/inventory/purchases',
      '/branch-order/inventory-control/purchases',
    ],
    search: '?new=order',
  },
  {
    id: 'receive-goods',
    collection: 'goods-receipts',
    pages: [
      '/procurements/creation/review/receipts',
      '/inventory/receipts',
      '/branch-order/inventory-control/receipts',
    ],
    search: '?new=receipt',
  },
  {
    id: 'new-transfer',
    collection: 'transfers',
    pages: ['/inventory/transfers', '/branch-order/inventory-control/transfers'],
    search: '?new=transfer',
  },
  { id: 'new-supplier', collection: 'suppliers', pages: ['/procurements/settings/supplier'] },
  { id: 'new-pack', collection: 'packagings', pages: ['/procurements/creation/packaging'] },
  { id: 'new-user', collection: 'users', pages: ['/user'] },
  { id: 'new-role', collection: 'roles', pages: ['/roles'] },
  { id: 'new-branch', collection: 'branch', pages: ['/branches'] },
  { id: 'new-unit', collection: 'units', pages: ['/units'] },
  { id: 'new-tax', collection: 'taxes', pages: ['/tax'] },
  { id: 'new-brand', collection: 'brands', pages: ['/brand'] },
  { id: 'new-currency', collection: 'currencies', pages: ['/currency'] },
  { id: 'new-section', collection: 'sections', pages: ['/sections'] },
];

const findAllowedPage = (user: Actor, pages: readonly RoutePath[]) =>
  pages.find((page) => canOpenPage(user, page));

const offeredActions: readonly OfferedAction[] = [
  ...createActions.map(
    ({ id, collection, pages, search = '?row=new' }): OfferedAction => ({
      id,
      icon: Plus,
      label: (t) => t.create[id].label,
      searchTerms: (t) => t.create[id].searchTerms,
      isAvailable: ({ user }) =>
        canWrite(user, collection, 'canCreate') && findAllowedPage(user, pages) !== undefined,
      run: ({ navigate }, { user }) => navigate(`${findAllowedPage(user, pages)}${search}`),
    }),
  ),
  {
    id: 'mark-seen',
    icon: BellRing,
    label: (t) => t.markSeen,
    isAvailable: ({ newOrders }) => newOrders > 0,
    run: (actions) => actions.markSeen(),
  },
  ...(['light', 'dark', 'system'] as const).map(
    (theme): OfferedAction => ({
      id: `theme-${theme}`,
      icon: SunMoon,
      label: (t) => t.theme[theme],
      isAvailable: (context) => context.theme !== theme,
      run: (actions) => actions.setTheme(theme),
    }),
  ),
  ...(Object.keys(locales) as Locale[]).map(
    (locale): OfferedAction => ({
      id: `language-${locale}`,
      icon: Languages,
      label: (t) => t.language(locales[locale].name),
      isAvailable: (context) => context.locale !== locale,
      run: (actions) => actions.setLocale(locale),
    }),
  ),
  {
    id: 'collapse-sidebar',
    icon: PanelLeft,
    label: (t) => t.collapseSidebar,
    isAvailable: ({ hasSidebar, isSidebarCollapsed }) => hasSidebar && !isSidebarCollapsed,
    run: (actions) => actions.setCollapsed(true),
  },
  {
    id: 'expand-sidebar',
    icon: PanelLeft,
    label: (t) => t.expandSidebar,
    isAvailable: ({ hasSidebar, isSidebarCollapsed }) => hasSidebar && isSidebarCollapsed,
    run: (actions) => actions.setCollapsed(false),
  },
  { id: 'clear-cache', icon: Trash2, label: (t) => t.clearCache, run: (actions) => actions.clearCache() },
  { id: 'shortcuts', icon: Keyboard, label: (t) => t.shortcuts, run: (actions) => actions.showShortcuts() },
  {
    id: 'account',
    icon: UserRound,
    label: (t) => t.account,
    searchTerms: (t) => t.accountSearchTerms,
    run: (actions) => actions.openAccount(),
  },
  {
    id: 'sign-out',
    icon: LogOut,
    label: (t) => t.signOut,
    searchTerms: (t) => t.signOutSearchTerms,
    run: (actions) => actions.signOut(),
  },
];

/** Returns the actions available on every page. They can also be found by their English names. */
export function buildActionEntries(
  context: PaletteContext,
  t: Texts,
  actions: PaletteActions,
): PaletteEntry[] {
  return offeredActions
    .filter((action) => action.isAvailable?.(context) ?? true)
    .map((action) => ({
      id: `action:${action.id}`,
      kind: 'action',
      label: action.label(t),
      hint: '',
      searchTerms: [t, paletteMessages.en.actions].flatMap((texts) => [
        action.label(texts),
        action.searchTerms?.(texts) ?? '',
      ]),
      icon: action.icon,
      run: () => action.run(actions, context),
    }));
}
