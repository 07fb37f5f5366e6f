import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedDemonstration } from '#app/server/seed/demonstration.ts';
import { createSnapshot } from '#app/server/testing/snapshots.ts';
import { toUtcDay } from '#core/day.ts';
import { hashSeedSources, removeOldSnapshots } from './seed-sources.ts';
import { webCryptoPasswords } from './passwords.ts';

const folder = join(import.meta.dirname, '../.cache/mock-seeds');

/** Days of history. Short, because browsers load the snapshot with every page. */
const historyDays = 7;

/**
 * Returns the demo business as of today, with a short history. It is built once a day and cached in .cache/
 * for every build and test run.
 */
export async function loadDemonstrationSnapshot(now: Date): Promise<Uint8Array> {
  const name = `${toUtcDay(now)}-${hashSeedSources()}.sqlite`;
  const path = join(folder, name);
  if (existsSync(path)) return readFileSync(path);
  const clock = { now: () => now };
  const snapshot = await createSnapshot((db) =>
    seedDemonstration(db, clock, webCryptoPasswords, { days: historyDays }),
  );
  mkdirSync(folder, { recursive: true });
  // Other processes may write the same file: each writes its own and renames it.
  writeFileSync(`${path}.${process.pid}`, snapshot);
  renameSync(`${path}.${process.pid}`, path);
  removeOldSnapshots(folder, name);
  return snapshot;
}
