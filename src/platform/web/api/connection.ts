import { createStore, useStore } from '#platform/web/store.ts';
import { isForeignPage } from './foreign-page.ts';

/** Whether the API responds, based on the outcome of requests and never on `navigator.onLine` alone. */
export interface Connection {
  isAlive: boolean;
  /** Epoch ms of the last response; null before the first. */
  lastResponseAt: number | null;
}

export const connectionStore = createStore<Connection>({ isAlive: true, lastResponseAt: null });

export function useConnection(): Connection {
  return useStore(connectionStore);
}

/** Records the outcome of a request. Several responses in quick succession don't notify every listener. */
export function reportConnection(isAlive: boolean, nowMs: number = Date.now()): void {
  const current = connectionStore.get();
  const isChange = current.isAlive !== isAlive || (isAlive && nowMs - (current.lastResponseAt ?? 0) > 1000);
  if (isChange) connectionStore.set({ isAlive, lastResponseAt: isAlive ? nowMs : current.lastResponseAt });
}

/** Counts requests for an immediate health check. */
const probeRequests = createStore(0);

/** Checks immediately whether the API still responds, for example after the event stream broke. */
export function probeConnection(): void {
  probeRequests.set(probeRequests.get() + 1);
}

const probeIntervalMs = 3000;
const probeTimeoutMs = 4000;

/**
 * Polls `/health` while the API doesn't respond, and checks immediately on `probeConnection` or a browser
 * network event, so that the banner is updated within five seconds. Any response other than an intermediary's
 * page counts as alive.
 *
 * @param healthAddress full URL or path of the health endpoint
 * @returns a function that stops watching
 */
export function watchConnection(healthAddress: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const probe = async () => {
    clearTimeout(timer);
    const isAlive = await responds(healthAddress);
    reportConnection(isAlive);
    if (!isAlive) timer = setTimeout(() => void probe(), probeIntervalMs);
  };
  const onChange = () => void probe();
  const stops = [
    probeRequests.subscribe(onChange),
    connectionStore.subscribe(() => {
      clearTimeout(timer);
      if (!connectionStore.get().isAlive) timer = setTimeout(onChange, probeIntervalMs);
    }),
  ];
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

async function responds(address: string): Promise<boolean> {
  try {
    return !isForeignPage(
      await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(probeTimeoutMs) }),
    );
  } catch {
    return false;
  }
}
