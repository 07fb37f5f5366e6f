import { connectionStore } from '../api/connection.ts';
import { createStore } from '../store.ts';
import { type WorkerMessage, workerPath } from './worker-protocol.ts';

/** Whether a newer version of the dashboard than this page's is on the device, or the server's. */
export const newVersionStore = createStore(false);

/** Only the product brings a worker and a manifest along; the mocked API has a worker of its own. */
export const isInstallable = import.meta.env.PROD && import.meta.env.MODE !== 'mock';

/** How often a page that stays open asks for a new version, in ms; it asks too when the server is back. */
const askEveryMs = 60 * 60_000;

/** A worker that has been told to take over does so within this, or the page is reloaded without it. In ms. */
const takeOverMs = 3000;

/** Whether the worker of this page was of its version once: then one that is not is newer. */
let wasOwn = false;

let started: Promise<ServiceWorkerRegistration | null> | null = null;

/**
 * Keeps the dashboard on this device from now on, where the browser can (https, or this machine itself): registers the
 * worker, hands it what has been loaded, and watches for a new version. A second call does nothing.
 */
export function installAppWorker(): void {
  started ??= start().catch(() => null);
}

async function start(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !isInstallable) return null;
  const workers = navigator.serviceWorker;
  const registration = await workers.register(workerPath, { updateViaCache: 'none' });
  const look = () => void lookForNewer(registration);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', look);
  });
  // Another window has taken the new version.
  workers.addEventListener('controllerchange', look);
  look();
  void handOver();
  const ask = () => void registration.update().catch(() => undefined);
  setInterval(ask, askEveryMs);
  let { isAlive: wasAlive } = connectionStore.get();
  connectionStore.subscribe(() => {
    const { isAlive } = connectionStore.get();
    // A server that was away may be another version.
    if (isAlive && !wasAlive) ask();
    wasAlive = isAlive;
  });
  return registration;
}

/** What was loaded before there was a worker is still the browser's: it takes it from there. */
async function handOver(): Promise<void> {
  await navigator.serviceWorker.ready;
  const worker = await controller();
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const files = loaded.flatMap(({ origin, pathname }) =>
    origin === window.location.origin && pathname.startsWith('/assets/') ? [pathname] : [],
  );
  tell(worker, { type: 'keep', files: [...new Set(files)] });
}

/** The worker that has this page, once there is one. */
function controller(): Promise<ServiceWorker> {
  const { serviceWorker } = navigator;
  return new Promise((resolve) => {
    const look = () => {
      if (serviceWorker.controller) resolve(serviceWorker.controller);
      else serviceWorker.addEventListener('controllerchange', look, { once: true });
    };
    look();
  });
}

/**
 * A worker that waits is of another version than the one before it. Is it this page's own, which the server has given
 * out already, it takes over without a word; else there is something newer than what is on screen.
 */
async function lookForNewer({ waiting }: ServiceWorkerRegistration): Promise<void> {
  const current = navigator.serviceWorker.controller;
  if (current === null) return;
  const own = ownBuild();
  if (waiting !== null) {
    if ((await buildOf(waiting)) === own) tell(waiting, { type: 'take-over' });
    else newVersionStore.set(true);
  } else if ((await buildOf(current)) !== own) {
    // Of a page that is newer than its worker, the worker is on its way.
    if (wasOwn) newVersionStore.set(true);
  } else wasOwn = true;
}

/** Lets the new version in and begins anew with it. The person has asked for it. */
export async function updateNow(): Promise<void> {
  const registration = await started;
  const waiting = registration?.waiting ?? null;
  if (waiting !== null) {
    const changed = new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
      setTimeout(resolve, takeOverMs);
    });
    tell(waiting, { type: 'take-over' });
    await changed;
  }
  window.location.reload();
}

/** The entry that this page runs; null for one that was not built. */
function ownBuild(): string | null {
  return document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset['entry'] ?? null;
}

/** The build that a worker is of; null for one that does not answer. */
function buildOf(worker: ServiceWorker): Promise<string | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(typeof data === 'string' ? data : null));
    port1.start();
    worker.postMessage({ type: 'build' } satisfies WorkerMessage, [port2]);
    setTimeout(() => resolve(null), takeOverMs);
  });
}

function tell(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message);
}
