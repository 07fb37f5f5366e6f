import { connectionStore } from '#platform/web/api/connection.ts';
import { createStore } from '#platform/web/store.ts';
import { whenIdle } from '#platform/web/user-activity.ts';
import { type WorkerMessage, workerPath } from './worker-protocol.ts';

/** Whether the device or the server has a newer version than this page's. */
export const newVersionStore = createStore(false);

/** Only production builds have a service worker and a manifest; the mocked API uses its own worker. */
export const isInstallable = import.meta.env.PROD && import.meta.env.MODE !== 'mock';

/** Interval for checking for a new version while a page stays open, in ms; also checked on reconnection. */
const updateCheckIntervalMs = 60 * 60_000;

/** If a worker does not take over within this time, the page reloads without it. In ms. */
const takeOverMs = 3000;

/** Time in ms after startup for the opened page to load its data and code before everything else is stored. */
const storeAllAfterMs = 6000;

/** Time in ms after which a failed installation is retried. */
const installRetryMs = 5000;

/** Whether the worker has already had this page's version; if so, a worker with a different version is newer. */
let wasUpToDate = false;

let registrationPromise: Promise<ServiceWorkerRegistration | null> | null = null;

/**
 * Installs the dashboard for offline use if the browser supports it (https or localhost): registers the
 * worker, makes it store the dashboard's files, and watches for new versions. A second call has no effect.
 */
export function installAppWorker(): void {
  registrationPromise ??= start().catch(() => null);
}

async function start(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !isInstallable) return null;
  const workers = navigator.serviceWorker;
  const registration = await register();
  const checkForUpdate = () => void detectNewVersion(registration);
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing;
    installing?.addEventListener('statechange', checkForUpdate);
  });
  // Another window has activated the new version.
  workers.addEventListener('controllerchange', checkForUpdate);
  checkForUpdate();
  void requestStorage();
  const requestUpdate = () => void registration.update().catch(() => undefined);
  setInterval(requestUpdate, updateCheckIntervalMs);
  let { isAlive: wasAlive } = connectionStore.get();
  connectionStore.subscribe(() => {
    const { isAlive } = connectionStore.get();
    // When a server responds again, it may have a different version.
    if (isAlive && !wasAlive) requestUpdate();
    wasAlive = isAlive;
  });
  return registration;
}

/** Registers the worker. If its first installation fails, for example because a file didn't arrive, it is repeated. */
export async function register(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' });
  const { installing } = registration;
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'redundant' && registration.active === null)
      setTimeout(() => void register().catch(() => undefined), installRetryMs);
  });
  return registration;
}

/**
 * Makes the worker store the files that were loaded before it existed, which it reads from the browser's cache,
 * and in idle time all others, unless the connection is slow or metered.
 */
async function requestStorage(): Promise<void> {
  // A worker that has just been installed controls this page only from the next visit on.
  const { active: worker } = await navigator.serviceWorker.ready;
  if (worker === null) return;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const files = loaded.flatMap(({ origin, pathname }) =>
    origin === window.location.origin && pathname.startsWith('/assets/') ? [pathname] : [],
  );
  postMessageTo(worker, { type: 'store', files: [...new Set(files)] });
  const network = 'connection' in navigator ? (navigator.connection as NetworkInfo) : undefined;
  if (!canStoreAll(network)) return;
  setTimeout(() => whenIdle(() => postMessageTo(worker, { type: 'store', files: 'all' })), storeAllAfterMs);
}

/** The browser's network information; Safari and Firefox have none, which counts as fast. */
interface NetworkInfo {
  saveData?: boolean;
  effectiveType?: string;
}

/** Returns whether all files may be downloaded: no data saver and no slow connection. */
export function canStoreAll(network: NetworkInfo | undefined): boolean {
  return network?.saveData !== true && !/2g|3g/.test(network?.effectiveType ?? '');
}

/**
 * A waiting worker has a different version from the active one. If it is the page's own version, which the
 * server has already delivered, it takes over silently; otherwise a newer version is reported.
 */
async function detectNewVersion({ waiting }: ServiceWorkerRegistration): Promise<void> {
  const current = navigator.serviceWorker.controller;
  if (current === null) return;
  const currentBuild = getPageBuild();
  if (waiting !== null) {
    if ((await fetchWorkerBuild(waiting)) === currentBuild) postMessageTo(waiting, { type: 'take-over' });
    else newVersionStore.set(true);
  } else if ((await fetchWorkerBuild(current)) !== currentBuild) {
    // If the page is newer than its worker, the new worker is still installing.
    if (wasUpToDate) newVersionStore.set(true);
  } else wasUpToDate = true;
}

/** Activates the new version and reloads, on the user's request. */
export async function updateNow(): Promise<void> {
  const registration = await registrationPromise;
  const waiting = registration?.waiting ?? null;
  if (waiting !== null) {
    const changed = new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
      setTimeout(resolve, takeOverMs);
    });
    postMessageTo(waiting, { type: 'take-over' });
    await changed;
  }
  window.location.reload();
}

/** Returns the entry script of this page; null in development. */
function getPageBuild(): string | null {
  return document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset['entry'] ?? null;
}

/** Returns a worker's build id; null if it doesn't respond. */
function fetchWorkerBuild(worker: ServiceWorker): Promise<string | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(typeof data === 'string' ? data : null));
    port1.start();
    worker.postMessage({ type: 'build' } satisfies WorkerMessage, [port2]);
    setTimeout(() => resolve(null), takeOverMs);
  });
}

function postMessageTo(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message);
}
