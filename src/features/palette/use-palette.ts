import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { signOut } from '#src/collections/session.ts';
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
import { foundItem, foundOrder, itemEntry, orderEntry } from './found-entries.ts';
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
  const now = {
    user,
    theme: useTheme(),
    locale: useLocale(),
    isSidebarCollapsed: useIsCollapsed(),
    hasSidebar: useMedia(desktopQuery),
    newOrders: useNewOrders().length,
  };
  const go = (to: string) => void router.navigate({ to });
  const pages = pageEntries(user, names, go);
  const actions = actionEntries(now, t.actions, {
    createOrder: () => go('/branch-order/create-order'),
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

  const known = new Map([...pages, ...actions].map((entry) => [entry.id, entry]));
  const recents = useRecents(user._id).flatMap((recent) => {
    if (recent.kind === 'order') return orderEntry(recent, user, go) ?? [];
    if (recent.kind === 'item') return itemEntry(recent, user, go) ?? [];
    return known.get(recent.id) ?? [];
  });
  const recent = search(query, recents, mostRecent);
  const isRecent = new Set(recent.map(({ id }) => id));
  const others = (entries: readonly (PaletteEntry | null)[]) =>
    entries.filter((entry) => entry !== null).filter(({ id }) => !isRecent.has(id));

  const groups: PaletteGroup[] = [
    { id: 'recent', entries: recent },
    { id: 'page', entries: others(search(query, pages)) },
    { id: 'action', entries: others(search(query, actions)) },
    { id: 'order', entries: others(found.orders.map((row) => orderEntry(foundOrder(row), user, go))) },
    { id: 'item', entries: others(found.items.map((row) => itemEntry(foundItem(row), user, go))) },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching: found.isSearching };
}

const search = searchBy<PaletteEntry>(({ label, hint, words }) => ({
  names: [label],
  notes: [hint, ...words],
}));
