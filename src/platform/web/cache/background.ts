import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import { type JsonRecord, readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import { connectionStore } from '#platform/web/api/connection.ts';
import { sessionStore } from '#platform/web/session/session.ts';
import { requestFetch, resetBreaker, resetFetchCount, throttleMs } from './breaker.ts';
import { getQueryLifetimeMs } from './expiry.ts';
import { type CacheEvent, listenToCaches } from './observer.ts';
import { isOrderCollection, orderCollections, orderQueryParts, parseOrderQueryKey } from './order-keys.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The query is refreshed while it is on screen, like every order list. */
      isLive?: boolean;
    };
  }
}

/** Interval at which an order on screen is checked for expiry. */
const expiryCheckMs = 5000;

/**
 * Disables the query library's automatic refetching of orders; this file is the only source of background
 * fetches.
 */
const noAutoRefetch = {
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
} as const;

/** Fetch metadata that marks background fetches. */
const backgroundMeta = {};

/** Whether the query's last or current fetch is a background fetch. */
export function isBackgroundFetch(query: Query): boolean {
  return query.state.fetchMeta === backgroundMeta;
}

/**
 * Time after the last message during which the stream counts as alive, in ms. Data without an announced
 * change is then current.
 */
const streamSilenceMs = 60_000;
let streamAliveSince = 0;
let streamAliveUntil = 0;

/**
 * Records that the event stream is alive (heartbeats count). For the next minute, timers don't refetch orders
 * that were fetched since it opened.
 */
export function recordStreamAlive(nowMs: number = Date.now()): void {
  if (nowMs >= streamAliveUntil) streamAliveSince = nowMs;
  streamAliveUntil = nowMs + streamSilenceMs;
}

/** Records that the event stream has ended, so timers refetch again. */
export function recordStreamLost(): void {
  streamAliveUntil = 0;
}

/** Lists queued for a fetch, in order of waiting time. */
const queuedLists = new Set<Query>();
let queueTimer: ReturnType<typeof setTimeout> | undefined;
/** Queued lists with an announced change; fetching them doesn't count towards the breaker. */
const announcedLists = new WeakSet<Query>();
/** Orders that changed during a fetch, whose response may predate the change. */
const changedDuringFetch = new Set<Query>();

/**
 * Keeps the orders on screen up to date. This is the only source of background fetches of orders: expiry,
 * window focus, reconnection and announced changes. Lists are fetched at most once per 5 s and ten times
 * without a reset (breaker.ts); a single order is fetched immediately and not counted. Explicit fetches,
 * local changes and signing in reset both limits.
 *
 * @returns a function that stops refreshing
 */
export function startOrderRefresh(queryClient: QueryClient): () => void {
  for (const collection of orderCollections)
    for (const part of orderQueryParts) queryClient.setQueryDefaults([collection, part], noAutoRefetch);
  const findVisibleQueries = () =>
    queryClient.getQueryCache().findAll({ type: 'active', predicate: isRefreshed });
  const canRefresh = () => connectionStore.get().isAlive && focusManager.isFocused();

  const timer = setInterval(() => {
    if (!canRefresh()) return;
    for (const query of findVisibleQueries())
      if (!isCoveredByStream(query) && isDue(query)) fetchInBackground(query);
  }, expiryCheckMs);

  let wasAlive = connectionStore.get().isAlive;
  let session = getSessionStart();
  const stops = [
    listenToCaches(queryClient, onCacheEvent),
    focusManager.subscribe(() => {
      if (!canRefresh()) return;
      for (const query of findVisibleQueries())
        if (isDue(query, isCoveredByStream(query) ? undefined : throttleMs)) fetchInBackground(query);
    }),
    connectionStore.subscribe(() => {
      const { isAlive } = connectionStore.get();
      const isReconnected = isAlive && !wasAlive;
      wasAlive = isAlive;
      if (isReconnected) for (const query of findVisibleQueries()) fetchInBackground(query);
    }),
    sessionStore.subscribe(() => {
      if (getSessionStart() === session) return;
      session = getSessionStart();
      resetBreaker();
    }),
  ];
  return () => {
    clearInterval(timer);
    clearTimeout(queueTimer);
    queuedLists.clear();
    for (const stop of stops) stop();
    resetBreaker();
  };
}

/** A change of a role is announced once for each of its users; changes within this delay are handled together. */
const userChangeDelayMs = 100;
let userRefetchTimer: ReturnType<typeof setTimeout> | undefined;

/** A change that the server announced. */
export interface AnnouncedChange {
  /**
   * The collection's name in the API; `user` is the current user's profile, `everything` means all
   * collections except orders.
   */
  collection: string;
  /** Id of the changed row, if the server sends it. */
  id?: string;
  /**
   * The row as this user may see it, null when it is no longer visible; undefined if the server didn't send
   * it.
   */
  row?: JsonRecord | null;
}

/**
 * Writes announced orders into the cached lists, and returns a predicate for the queries that need no fetch
 * afterwards.
 */
export type WriteAnnouncedOrders = (changes: readonly AnnouncedChange[]) => (query: Query) => boolean;

const writeNothing: WriteAnnouncedOrders = () => () => false;

/** Announced orders that haven't been written to the lists yet, by client. */
const pendingChanges = new WeakMap<QueryClient, AnnouncedChange[]>();

/**
 * Handles a change announced by the server. An open order that changed is fetched immediately. Announced
 * orders are written to the lists without a fetch, within two seconds and only when rows may move
 * (`scheduleRowRefetch`, loaded with the first change). Lists that can't be updated this way are queued for a
 * fetch if they are on screen, or fetched when next shown. A change to orders resets the count of all three
 * collections and closes their breakers.
 */
export function handleAnnouncedChange(
  queryClient: QueryClient,
  change: AnnouncedChange,
  writeOrders: WriteAnnouncedOrders = writeNothing,
): void {
  const { collection } = change;
  // Menu and buttons reflect the user's permissions immediately, regardless of what is on screen.
  if (collection === 'user') {
    clearTimeout(userRefetchTimer);
    userRefetchTimer = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: ['user_data'], refetchType: 'all' });
    }, userChangeDelayMs);
    return;
  }
  const isOrderChange = collection === 'orders';
  if (isOrderChange) {
    for (const name of orderCollections) resetFetchCount(name);
    for (const query of queryClient
      .getQueryCache()
      .findAll({ predicate: (candidate) => isAffected(candidate, change) })) {
      query.invalidate();
      if (query.isActive() && parseOrderQueryKey(query.queryKey)) fetchInBackground(query);
    }
    pendingChanges.set(queryClient, [...(pendingChanges.get(queryClient) ?? []), change]);
  }
  void import('./row-refetch.ts').then(
    ({ scheduleRowRefetch, largeRelatedParts, refetchRows }) => {
      scheduleRowRefetch(queryClient, collection, () =>
        isOrderChange ? updateLists(queryClient, writeOrders) : refetchRows(queryClient, collection),
      );
      for (const part of largeRelatedParts[collection] ?? [])
        scheduleRowRefetch(queryClient, part, () => refetchRows(queryClient, part));
    },
    // Offline: the next connection announces that everything may have changed.
    () => undefined,
  );
}

/** Writes the announced orders into the lists; lists that are still outdated afterwards are queued for a fetch. */
function updateLists(queryClient: QueryClient, writeOrders: WriteAnnouncedOrders): void {
  const isUpToDate = writeOrders(pendingChanges.get(queryClient) ?? []);
  pendingChanges.delete(queryClient);
  for (const query of queryClient.getQueryCache().findAll({ predicate: isList })) {
    if (isUpToDate(query)) continue;
    query.invalidate();
    announcedLists.add(query);
    if (query.isActive()) fetchInBackground(query);
  }
}

/**
 * Returns whether a change affects an order query that isn't a list. A single order is affected only if it is
 * the changed one and its version differs.
 */
function isAffected({ queryKey, state }: Query, { id, row }: AnnouncedChange): boolean {
  const [collection, part, orderId] = queryKey;
  if (!isOrderCollection(collection) || parseOrderQueryKey(queryKey)?.isList) return false;
  if (part !== 'one' || id === undefined) return true;
  return (
    orderId === id &&
    (!row || readNumberValue(readRecord(state.data)['version']) !== readNumberValue(row['version']))
  );
}

/** Resumes fetching: closes the breaker and loads the lists on screen immediately. */
export function resumeOrders(queryClient: QueryClient): void {
  resetBreaker();
  void queryClient.refetchQueries({ type: 'active', predicate: isList });
}

function onCacheEvent(event: CacheEvent): void {
  if (event.kind === 'mutation-failed') return;
  const { query } = event;
  const orders = parseOrderQueryKey(query.queryKey);
  if (!orders) return;
  if (event.kind === 'query-fetching') {
    queuedLists.delete(query);
    announcedLists.delete(query);
    if (!isBackgroundFetch(query)) resetBreaker();
  }
  // Lists are also written when other users change an order, but that doesn't reset the breaker.
  if (event.kind === 'query-succeeded' && event.isLocalWrite && !orders.isList) resetBreaker();
  if (event.kind === 'query-succeeded' || event.kind === 'query-failed') {
    fetchQueuedLists();
    if (query.state.fetchStatus === 'idle' && changedDuringFetch.delete(query) && query.isActive())
      refetchQuery(query);
  }
}

function fetchInBackground(query: Query): void {
  if (isList(query)) {
    queuedLists.add(query);
    fetchQueuedLists();
  } else if (query.state.fetchStatus === 'idle') refetchQuery(query);
  else changedDuringFetch.add(query);
}

function fetchQueuedLists(): void {
  for (const query of queuedLists) {
    const orders = parseOrderQueryKey(query.queryKey);
    if (!orders || !query.isActive()) queuedLists.delete(query);
    // A response in flight may predate the change, so the list is fetched again afterwards.
    else if (query.state.fetchStatus === 'idle') {
      if (announcedLists.has(query)) resetFetchCount(orders.collection);
      const waitMs = requestFetch(orders.collection, Date.now());
      if (waitMs === 0) refetchQuery(query);
      else if (waitMs === null) queuedLists.delete(query);
      else {
        clearTimeout(queueTimer);
        queueTimer = setTimeout(fetchQueuedLists, waitMs);
        return;
      }
    }
  }
}

function refetchQuery(query: Query): void {
  query.fetch(undefined, { meta: backgroundMeta }).catch(() => undefined);
}

const isList = ({ queryKey }: Query): boolean => parseOrderQueryKey(queryKey)?.isList === true;

/** Returns whether a query is refreshed: all order lists, and single orders whose screen requests it. */
function isRefreshed(query: Query): boolean {
  return isList(query) || (parseOrderQueryKey(query.queryKey) !== null && query.meta?.isLive === true);
}

/** Returns whether changes to this query's data are received from the event stream. */
function isCoveredByStream({ state }: Query): boolean {
  return Date.now() < streamAliveUntil && state.dataUpdatedAt >= streamAliveSince;
}

/** Whether the last response is this old and no fetch is in progress. */
function isDue(query: Query, ageMs = getQueryLifetimeMs(query)): boolean {
  const { dataUpdatedAt, errorUpdatedAt, fetchStatus } = query.state;
  const lastAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  return fetchStatus === 'idle' && lastAt > 0 && Date.now() - lastAt >= ageMs;
}

function getSessionStart(): number | null {
  const session = sessionStore.get();
  return session.status === 'signed-in' ? session.startedAt : null;
}
