import initSqlite, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { setupWorker } from 'msw/browser';
import { getSchemaVersion } from '#platform/server/db/migrate.ts';
import { createSqliteDb } from '#platform/server/db/sqlite.ts';
import seedUrl from '../.cache/mock-seed.sqlite?url';
import { createMockedApp } from './app.ts';
import { canvasImages } from './canvas-images.ts';
import { createStorageFaultStore } from './faults.ts';
import { createApiHandlers } from './handlers.ts';
import { createChangeStore } from './stored-changes.ts';
import { openSnapshot, record, replay } from './wasm-database.ts';
import { wasmSqlite } from './wasm-sqlite.ts';

/**
 * Runs the real server code in this tab to serve the dashboard's requests, with the demo business. Changes
 * survive a reload of the tab; a new tab starts from the seed.
 */
export async function startMockedApi(): Promise<void> {
  const [sqlite3, seed] = await Promise.all([
    initSqlite(),
    fetch(seedUrl).then((response) => response.arrayBuffer()),
  ]);
  const database = openDatabase(sqlite3, new Uint8Array(seed));
  const db = createSqliteDb({ writer: wasmSqlite(database) });
  const clock = { now: () => new Date() };
  const { app } = createMockedApp({ db, clock, images: canvasImages });
  const worker = setupWorker(...createApiHandlers(() => app, createStorageFaultStore(sessionStorage)));
  await worker.start({ onUnhandledFrame: 'bypass', quiet: true });
  await waitForController();
}

/** Waits until the service worker controls this page, because requests sent before that would bypass it. */
function waitForController(): Promise<unknown> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return Promise.resolve();
  return new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    // A hard-reloaded page has no worker, so its requests visibly fail.
    setTimeout(resolve, 3000);
  });
}

function openDatabase(sqlite3: Sqlite3Static, seed: Uint8Array) {
  const stored = createChangeStore(sessionStorage, `${getSchemaVersion()} ${seedUrl} ${seed.length}`);
  const changes = stored.read();
  let database = openSnapshot(sqlite3, seed);
  let recording = record(sqlite3, database);
  if (changes) {
    try {
      replay(sqlite3, database, changes);
    } catch (error) {
      console.warn(
        'The stored changes of this tab don’t apply to the current seed. Starting from the seed.',
        error,
      );
      database = openSnapshot(sqlite3, seed);
      recording = record(sqlite3, database);
    }
  }
  addEventListener('pagehide', () => stored.write(recording.changes()));
  return database;
}
