import { useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useRouter } from '@tanstack/react-router';
import { signOut } from '#src/collections/people/session.ts';
import { accountStore } from '#src/components/layout/account-state.ts';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { setCollapsed, useIsCollapsed } from '#src/components/layout/sidebar-state.ts';
import { clearCache } from '#src/lib/cache/clearing.ts';
import { chooseLocale } from '#src/lib/i18n/choose-locale.ts';
import { useLocale } from '#src/lib/i18n/locale.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { markOrdersSeen, useNewOrders } from '#src/lib/new-orders/new-orders.ts';
import { searchBy } from '#src/lib/rank.ts';
import { useUser } from '#src/lib/session/session.ts';
import { setTheme, useTheme } from '#src/lib/theme.ts';
import { toast } from '#src/lib/toast.ts';
import { desktopQuery, useMedia } from '#src/lib/use-media.ts';
import { actionEntries } from './action-entries.ts';
import type { PaletteEntry, PaletteGroup } from './entry.ts';
import {
  type Found,
  foundEntry,
  foundItem,
  type FoundKind,
  foundOrder,
  foundPerson,
  foundRow,
  isFoundKind,
} from './found-entries.ts';
import { paletteMessages } from './messages.ts';
import { pageEntries } from './page-entries.ts';
import { useRecents } from './recents.ts';
import { useFound } from './use-found.ts';

const mostRecent = 5;

/** What can be chosen for what is typed, in groups: recent choices first, what the server finds last. */
export function usePalette(query: string, showShortcuts: () => void) {
  const t = useMessages(paletteMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const router = useRouter();
  const queryClient = useQueryClient();
  const context = {
    user,
    theme: useTheme(),
    locale: useLocale(),
    isSidebarCollapsed: useIsCollapsed(),
    hasSidebar: useMedia(desktopQuery),
    newOrders: useNewOrders().length,
  };
  const go = (to: string) => void router.navigate({ to });
  const follow = (link: LinkProps) => void router.navigate(link);
  const pages = pageEntries(user, names, go);
  const actions = actionEntries(context, t.actions, {
    go,
    markSeen: markOrdersSeen,
    setTheme,
    setLocale: (locale) => void chooseLocale(locale),
    setCollapsed,
    clearCache: () => void clearCache(queryClient, 'everything').then(() => toast(t.actions.cacheCleared)),
    showShortcuts,
    openAccount: () => accountStore.set(true),
    signOut,
  });
  const found = useFound(query, user);

  const entriesOf = (kind: FoundKind, rows: readonly Found[]) =>
    rows.map((row) => foundEntry(kind, row, user, follow)).filter((entry) => entry !== null);
  const orders = entriesOf(
    'order',
    found.orders.map((row) => foundOrder(row, query)),
  );

  const known = new Map([...pages, ...actions, ...orders].map((entry) => [entry.id, entry]));
  const recents = useRecents(user._id).flatMap((recent) => {
    const { id, kind } = recent;
    return known.get(id) ?? (isFoundKind(kind) ? (foundEntry(kind, recent, user, follow) ?? []) : []);
  });
  const recent = search(query, recents, mostRecent);
  const isRecent = new Set(recent.map(({ id }) => id));
  const others = (entries: readonly PaletteEntry[]) => entries.filter(({ id }) => !isRecent.has(id));

  const groups: PaletteGroup[] = [
    { id: 'recent', entries: recent },
    { id: 'page', entries: others(search(query, pages)) },
    { id: 'action', entries: others(search(query, actions)) },
    { id: 'order', entries: others(orders) },
    { id: 'item', entries: others(entriesOf('item', found.items.map(foundItem))) },
    {
      id: 'supplier',
      entries: others(
        entriesOf(
          'supplier',
          found.suppliers.map((row) => foundRow('supplier', row)),
        ),
      ),
    },
    {
      id: 'branch',
      entries: others(
        entriesOf(
          'branch',
          found.branches.map((row) => foundRow('branch', row)),
        ),
      ),
    },
    { id: 'person', entries: others(entriesOf('person', found.people.map(foundPerson))) },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching: found.isSearching };
}

const search = searchBy<PaletteEntry>(({ label, hint, words }) => ({
  names: [label],
  notes: [hint, ...words],
}));
