import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import { connectionStore } from '../api/connection.ts';
import { sessionStore } from '../session/session.ts';
import { askToFetch, resetBreaker, resetCount, throttleMs } from './breaker.ts';
import { lifetimeMsOf } from './expiry.ts';
import { type CacheEvent, listenToCaches } from './observer.ts';
import { type OrderCollection, orderCollections, orderParts, orderQueryOf } from './order-keys.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** One order that is kept up to date while it is on screen, as lists of orders always are. */
      isLive?: boolean;
    };
  }
}

/** How often it is looked whether an order on screen has outlived its time. */
const lookEveryMs = 5000;

/** Queries of orders have no other source of fetches that nobody asked for. */
const noAutoRefetch = {
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
} as const;

/** Marks the fetches that nobody asked for. */
const background = {};

/** Whether the query's last call, or the one under way, was made behind the person's back. */
export function isBackgroundFetch(query: Query): boolean {
  return query.state.fetchMeta === background;
}

/** While the server's event stream is heard, what it does not announce has not changed. */
const streamSilenceMs = 60_000;
let pushedSince = 0;
let pushedUntil = 0;

/**
 * The event stream is alive (its heartbeat counts): for the next minute no timer has to ask for orders that were fetched
 * since it was opened.
 */
export function heardFromStream(nowMs: number = Date.now()): void {
  if (nowMs >= pushedUntil) pushedSince = nowMs;
  pushedUntil = nowMs + streamSilenceMs;
}

/** The event stream has ended: timers ask again. */
export function lostStream(): void {
  pushedUntil = 0;
}

/** Lists that wait for their turn, by collection. */
const waiting: Record<OrderCollection, Set<Query>> = {
  orders_data: new Set(),
  orders_submission_data: new Set(),
  orders_simple_data: new Set(),
};
const turns = new Map<OrderCollection, ReturnType<typeof setTimeout>>();
/** Orders and lists that changed while an answer was on its way: it may be from before the change. */
const again = new Set<Query>();
/** Lists that changed while nobody looked at the tab, and wait for their turn. */
const unseen = new WeakSet<Query>();

/**
 * Keeps the orders on screen up to date. This is the only source of background fetches of orders: their lifetime
 * has passed, the tab is looked at again, the connection is back, the server announces a change. Lists pass one
 * per 5 s and ten without a reset (breaker.ts); one order by id passes at once and is not counted, and neither is a
 * list of which the server has said that it changed (`announceChange`). Every other fetch of orders is somebody's wish: it
 * resets both, as do an order that was changed here, and signing in.
 *
 * @returns stops it
 */
export function followOrders(queryClient: QueryClient): () => void {
  for (const collection of orderCollections)
    for (const part of orderParts) queryClient.setQueryDefaults([collection, part], noAutoRefetch);
  const onScreen = () => queryClient.getQueryCache().findAll({ type: 'active', predicate: isKept });
  const isWatched = () => connectionStore.get().isAlive && focusManager.isFocused();

  const timer = setInterval(() => {
    if (!isWatched()) return;
    for (const query of onScreen()) if (!isPushed(query) && isDue(query)) fetchBehind(query);
  }, lookEveryMs);

  let wasAlive = connectionStore.get().isAlive;
  let session = startOf();
  const stops = [
    listenToCaches(queryClient, onCacheEvent),
    focusManager.subscribe(() => {
      if (!isWatched()) return;
      for (const query of onScreen())
        if (unseen.has(query)) fetchAnnounced(query);
        else if (isDue(query, isPushed(query) ? undefined : throttleMs)) fetchBehind(query);
    }),
    connectionStore.subscribe(() => {
      const { isAlive } = connectionStore.get();
      const isBack = isAlive && !wasAlive;
      wasAlive = isAlive;
      if (isBack) for (const query of onScreen()) fetchBehind(query);
    }),
    sessionStore.subscribe(() => {
      if (startOf() === session) return;
      session = startOf();
      resetBreaker();
    }),
  ];
  return () => {
    clearInterval(timer);
    for (const collection of orderCollections) {
      clearTimeout(turns.get(collection));
      waiting[collection].clear();
    }
    for (const stop of stops) stop();
    resetBreaker();
  };
}

/** A role that is given to many tells of each of them. */
const togetherMs = 100;
let renewing: ReturnType<typeof setTimeout> | undefined;

/**
 * The server says that a collection (its name on the wire; `user` is the own profile) has changed. An order on screen is
 * fetched anew at once. Its lists are read as rows of all collections are (`announceRows`, which comes with the first
 * change): all of them together, within two seconds, however often they change. Nobody looks at a hidden tab: there they take
 * their turns of 5 s, or go when it is looked at. What is not on screen is fetched when it is next shown. An announced
 * change of orders, in whichever of the three collections, resets their count and closes their breaker.
 */
export function announceChange(queryClient: QueryClient, collection: string): void {
  // Menu and buttons follow the own rights at once, though no screen waits for them.
  if (collection === 'user') {
    clearTimeout(renewing);
    renewing = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: ['user_data'], refetchType: 'all' });
    }, togetherMs);
    return;
  }
  const lists = () => queryClient.getQueryCache().findAll({ type: 'active', predicate: isList });
  if (collection === 'orders')
    for (const name of orderCollections) {
      resetCount(name);
      void queryClient.invalidateQueries({ queryKey: [name], refetchType: 'none' });
      for (const query of queryClient.getQueryCache().findAll({ queryKey: [name], type: 'active' }))
        if (orderQueryOf(query.queryKey)?.isList === false) fetchBehind(query);
    }
  void import('./announce-rows.ts').then(
    ({ announceRows, largeBeside, readRows }) => {
      announceRows(queryClient, collection, () => {
        if (collection === 'orders') for (const query of lists()) fetchAnnounced(query);
        else readRows(queryClient, collection);
      });
      for (const part of largeBeside[collection] ?? [])
        announceRows(queryClient, part, () => readRows(queryClient, part));
    },
    // Without a connection; the next one tells that everything may have changed.
    () => undefined,
  );
}

/** Resume: closes the breaker and loads the lists on screen at once. */
export function resumeOrders(queryClient: QueryClient): void {
  resetBreaker();
  void queryClient.refetchQueries({ type: 'active', predicate: isList });
}

function onCacheEvent(event: CacheEvent): void {
  if (event.kind === 'mutation-failed') return;
  const { query } = event;
  const orders = orderQueryOf(query.queryKey);
  if (!orders) return;
  if (event.kind === 'query-fetching' && !isBackgroundFetch(query)) {
    waiting[orders.collection].delete(query);
    resetBreaker();
  }
  if (event.kind === 'query-succeeded' && event.isByHand) resetBreaker();
  if (event.kind === 'query-succeeded' || event.kind === 'query-failed') {
    takeTurns(orders.collection);
    if (query.state.fetchStatus === 'idle' && again.delete(query) && query.isActive()) go(query);
  }
}

function fetchBehind(query: Query): void {
  const orders = orderQueryOf(query.queryKey);
  if (orders?.isList) {
    waiting[orders.collection].add(query);
    takeTurns(orders.collection);
  } else if (query.state.fetchStatus === 'idle') go(query);
  else again.add(query);
}

/** A list of which the server has said that it changed: by its turn only where nobody looks. */
function fetchAnnounced(query: Query): void {
  if (!focusManager.isFocused()) {
    unseen.add(query);
    return fetchBehind(query);
  }
  if (query.state.fetchStatus === 'idle') go(query);
  else again.add(query);
}

function takeTurns(collection: OrderCollection): void {
  const queries = waiting[collection];
  for (const query of queries) {
    if (!query.isActive()) queries.delete(query);
    // Its answer may be from before the change: it is asked again when that has come.
    else if (query.state.fetchStatus === 'idle') {
      const waitMs = askToFetch(collection, Date.now());
      if (waitMs === null) return queries.clear();
      if (waitMs > 0) {
        clearTimeout(turns.get(collection));
        turns.set(collection, setTimeout(takeTurns, waitMs, collection));
        return;
      }
      go(query);
    }
  }
}

function go(query: Query): void {
  unseen.delete(query);
  for (const queries of Object.values(waiting)) queries.delete(query);
  query.fetch(undefined, { meta: background }).catch(() => undefined);
}

const isList = ({ queryKey }: Query): boolean => orderQueryOf(queryKey)?.isList === true;

/** All lists of orders, and one order where its screen says so. */
function isKept(query: Query): boolean {
  return isList(query) || (orderQueryOf(query.queryKey) !== null && query.meta?.isLive === true);
}

/** Whether a change of what this query shows would have been heard. */
function isPushed({ state }: Query): boolean {
  return Date.now() < pushedUntil && state.dataUpdatedAt >= pushedSince;
}

/** Whether the last answer is this old, and no other on its way. */
function isDue(query: Query, ageMs = lifetimeMsOf(query)): boolean {
  const { dataUpdatedAt, errorUpdatedAt, fetchStatus } = query.state;
  const lastAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  return fetchStatus === 'idle' && lastAt > 0 && Date.now() - lastAt >= ageMs;
}

function startOf(): number | null {
  const session = sessionStore.get();
  return session.status === 'signed-in' ? session.startedAt : null;
}
