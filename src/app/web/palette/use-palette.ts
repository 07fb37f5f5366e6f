import { useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useRouter } from '@tanstack/react-router';
import { readRecord, readText } from '#platform/shapes/tolerant.ts';
import { signOut } from '#modules/people/web/queries/session.ts';
import { accountStore } from '#platform/web/layout/account-state.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { setCollapsed, useIsCollapsed } from '#platform/web/layout/sidebar-state.ts';
import { clearCache } from '#platform/web/cache/clearing.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { chooseLocale } from '#platform/web/i18n/choose-locale.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { markOrdersSeen, useNewOrders } from '#modules/orders/web/new-orders/new-orders.ts';
import { createUserStores } from '#platform/web/user-stores.ts';
import { createSearch } from '#platform/web/rank.ts';
import { useUser } from '#platform/web/session/session.ts';
import { createStore, useStore } from '#platform/web/store.ts';
import { setTheme, useTheme } from '#platform/web/theme.ts';
import { toast } from '#platform/web/toast.ts';
import { desktopQuery, useMedia } from '#platform/web/use-media.ts';
import { buildActionEntries } from './actions.ts';
import { searchableDocumentKinds } from './document-kinds.ts';
import {
  type RememberedChoice,
  buildDocumentEntry,
  type EntryKind,
  buildSearchResultEntry,
  isSearchResultKind,
  buildItemEntry,
  buildPageEntries,
  type PaletteEntry,
  type PaletteGroup,
  buildUserEntry,
  buildRowEntry,
  buildPendingWorkEntries,
} from './entries.ts';
import { paletteMessages } from './messages.ts';
import { usePaletteSearch, usePendingWork } from './search.ts';

const maxShownRecents = 5;

/**
 * Returns the grouped entries for the query: recent choices first, server results last. Without a query,
 * pending work follows the recent choices.
 */
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
  const navigate = (to: string) => void router.navigate({ to });
  const follow = (link: LinkProps) => void router.navigate(link);
  const pages = buildPageEntries(user, { names, searchTerms: t.pageSearchTerms }, navigate);
  const actions = buildActionEntries(context, t.actions, {
    navigate,
    markSeen: markOrdersSeen,
    setTheme,
    setLocale: (locale) => void chooseLocale(locale),
    setCollapsed,
    clearCache: () => void clearCache(queryClient, 'everything').then(() => toast(t.actions.cacheCleared)),
    showShortcuts,
    openAccount: () => accountStore.set(true),
    signOut,
  });
  const pendingWork = buildPendingWorkEntries(usePendingWork(query.trim() === '', user), user, {
    t,
    names,
    follow,
  });
  const searchResults = usePaletteSearch(query, user);
  const documents = searchResults.documents
    .map((hit) => buildDocumentEntry(hit, user, follow))
    .filter((entry) => entry !== null);

  const entriesById = new Map([...pages, ...actions, ...documents].map((entry) => [entry.id, entry]));
  const recents = useRecents(user._id).flatMap((recent) => {
    const { id, kind } = recent;
    return (
      entriesById.get(id) ??
      (isSearchResultKind(kind) ? (buildSearchResultEntry(kind, recent, user, follow) ?? []) : [])
    );
  });
  const recent = search(query, recents, maxShownRecents);
  const recentIds = new Set(recent.map(({ id }) => id));
  const group = (id: EntryKind, entries: readonly (PaletteEntry | null)[]): PaletteGroup => ({
    id,
    entries: entries.filter((entry) => entry !== null && !recentIds.has(entry.id)) as PaletteEntry[],
  });

  const groups: PaletteGroup[] = [
    { id: 'recent', entries: recent },
    group('waiting', pendingWork),
    group('page', search(query, pages)),
    group('action', search(query, actions)),
    // Items and recipes first: they match by name, while many documents match only because they contain the item.
    group(
      'items',
      searchResults.items.map((item) => buildItemEntry(item, user, follow)),
    ),
    group(
      'recipes',
      searchResults.recipes.map((row) => buildRowEntry('recipes', row, user, follow)),
    ),
    ...searchableDocumentKinds.map((id) =>
      group(
        id,
        documents.filter(({ kind }) => kind === id),
      ),
    ),
    group(
      'suppliers',
      searchResults.suppliers.map((row) => buildRowEntry('suppliers', row, user, follow)),
    ),
    group(
      'branch',
      searchResults.branches.map((row) => buildRowEntry('branch', row, user, follow)),
    ),
    group(
      'users',
      searchResults.people.map((person) => buildUserEntry(person, user, follow)),
    ),
  ];
  const { isSearching, isIncomplete } = searchResults;
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching, isIncomplete };
}

const search = createSearch<PaletteEntry>(({ label, hint, searchTerms }) => ({
  names: [label],
  notes: [hint, ...searchTerms],
}));

const getStorageKey = (userId: string) => `commissary.palette.${userId}`;
const maxRemembered = 8;

/**
 * Only pages and actions are stored on the device; document numbers and item names are dropped when the
 * session ends.
 */
const persistedKinds: ReadonlySet<EntryKind> = new Set(['page', 'action']);

const stores = createUserStores((userId) => createStore(restore(userId)));

/** Returns the user's recent choices, latest first. */
function useRecents(userId: string): readonly RememberedChoice[] {
  return useStore(stores(userId));
}

/** Moves a choice to the front of the recent ones, without duplicates. */
export function rememberChoice(userId: string, entry: PaletteEntry): void {
  if (entry.remembered === null) return;
  const { id, kind, label, hint } = entry.remembered ?? entry;
  const store = stores(userId);
  const otherChoices = store.get().filter((earlier) => earlier.id !== id);
  const next = [{ id, kind, label, hint }, ...otherChoices].slice(0, maxRemembered);
  store.set(next);
  writeStoredItem(
    getStorageKey(userId),
    JSON.stringify(next.filter((choice) => persistedKinds.has(choice.kind))),
  );
}

function restore(userId: string): readonly RememberedChoice[] {
  try {
    const list: unknown = JSON.parse(readStoredItem(getStorageKey(userId)) ?? '[]');
    return Array.isArray(list) ? list.flatMap(readChoice).slice(0, maxRemembered) : [];
  } catch {
    return [];
  }
}

function readChoice(value: unknown): RememberedChoice[] {
  const { id, kind, label, hint } = readRecord(value);
  const isValid = readText(id) !== null && (kind === 'page' || kind === 'action');
  return isValid ? [{ id: String(id), kind, label: readText(label) ?? '', hint: readText(hint) ?? '' }] : [];
}
