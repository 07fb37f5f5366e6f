import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { seedDemonstration } from '#server/seed/demonstration.ts';
import { snapshotOf } from '#server/testing/snapshots.ts';
import { utcDay } from '#domain/day.ts';
import { webCryptoPasswords } from './passwords.ts';

const root = join(import.meta.dirname, '..');

/** Inputs of the demonstration snapshot: a change in any of them rebuilds it. */
const sources = ['server', 'src/domain', 'src/contract', 'mocks'];

/** A week is enough to see everything, and browsers load the snapshot with every page. */
const days = 7;

/**
 * Returns the demonstration business as of today, with a short history. Built once a day and cached in
 * .cache/ for every build and test run.
 */
export async function demonstrationSnapshot(now: Date): Promise<Uint8Array> {
  const folder = join(root, '.cache/mock-seeds');
  const path = join(folder, `${utcDay(now)}-${hashOfSources()}.sqlite`);
  if (existsSync(path)) return readFileSync(path);
  const clock = { now: () => now };
  const snapshot = await snapshotOf((db) => seedDemonstration(db, clock, webCryptoPasswords, { days }));
  mkdirSync(folder, { recursive: true });
  // Other processes may write the same file: each writes its own and renames it.
  writeFileSync(`${path}.${process.pid}`, snapshot);
  renameSync(`${path}.${process.pid}`, path);
  dropOld(folder);
  return snapshot;
}

/**
 * Deletes snapshots of other days and sources, unless another process may still use them (younger than an
 * hour).
 */
function dropOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > 3_600_000) rmSync(path, { force: true });
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const names = readdirSync(join(root, source), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => /(?<!\.test)\.ts$/.test(each)).toSorted())
      hash.update(name).update(readFileSync(join(root, source, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
