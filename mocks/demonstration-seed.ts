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
import { webCryptoPasswords } from './passwords.ts';

const root = join(import.meta.dirname, '..');

/** What the demonstration business is made from: when any of it changes, it is made again. */
const sources = ['server', 'src/domain', 'src/contract', 'mocks'];

/**
 * A browser loads the whole of it with every page: a week with everything that there is to see is enough, and the months of
 * before only make it slow.
 */
const days = 7;

/** The demonstration business as of today, without most of its past. Made once a day, kept in .cache/ for every build and test run. */
export async function demonstrationSnapshot(now: Date): Promise<Uint8Array> {
  const folder = join(root, '.cache/mock-seeds');
  const path = join(folder, `${now.toISOString().slice(0, 10)}-${hashOfSources()}.sqlite`);
  if (existsSync(path)) return readFileSync(path);
  const clock = { now: () => now };
  const snapshot = await snapshotOf((db) => seedDemonstration(db, clock, webCryptoPasswords, { days }));
  mkdirSync(folder, { recursive: true });
  // Another process may be writing the same file: each writes its own and puts it in place in one step.
  writeFileSync(`${path}.${process.pid}`, snapshot);
  renameSync(`${path}.${process.pid}`, path);
  dropOld(folder);
  return snapshot;
}

/** Seeds of other days and other sources; what is younger than an hour may be in use by another process. */
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
