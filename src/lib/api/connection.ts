import { createStore, useStore } from '../store.ts';
import { isForeignPage } from './foreign-page.ts';

/** Whether the API answers, judged by what became of calls and never by `navigator.onLine` alone. */
export interface Connection {
  isAlive: boolean;
  /** Epoch ms of the last answer; null before the first. */
  lastHeardAt: number | null;
}

export const connectionStore = createStore<Connection>({ isAlive: true, lastHeardAt: null });

export function useConnection(): Connection {
  return useStore(connectionStore);
}

/** Notes the outcome of a call. Quick answers in a row do not wake every listener. */
export function reportConnection(isAlive: boolean, nowMs: number = Date.now()): void {
  const now = connectionStore.get();
  const isNews = now.isAlive !== isAlive || (isAlive && nowMs - (now.lastHeardAt ?? 0) > 1000);
  if (isNews) connectionStore.set({ isAlive, lastHeardAt: isAlive ? nowMs : now.lastHeardAt });
}

/** How often somebody had a reason to ask anew whether the API answers. */
const doubts = createStore(0);

/** Has it asked at once whether the API still answers: something has ended that should have gone on. */
export function probeConnection(): void {
  doubts.set(doubts.get() + 1);
}

const probeEveryMs = 3000;
const probeTimeoutMs = 4000;

/**
 * Asks `/health` while the API does not answer, and at once when it is doubted or the browser says that the network came
 * or went, so that the banner is there, and gone, within five seconds. Any answer but the page of somebody in between
 * counts as alive: another server may not know the call, and say so by a page.
 *
 * @param healthAddress full address or path of the health call
 * @returns stops watching
 */
export function watchConnection(healthAddress: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const probe = async () => {
    clearTimeout(timer);
    const isAlive = await answers(healthAddress);
    reportConnection(isAlive);
    if (!isAlive) timer = setTimeout(() => void probe(), probeEveryMs);
  };
  const onChange = () => void probe();
  const stops = [
    doubts.subscribe(onChange),
    connectionStore.subscribe(() => {
      clearTimeout(timer);
      if (!connectionStore.get().isAlive) timer = setTimeout(onChange, probeEveryMs);
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

async function answers(address: string): Promise<boolean> {
  try {
    return !isForeignPage(
      await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(probeTimeoutMs) }),
    );
  } catch {
    return false;
  }
}
