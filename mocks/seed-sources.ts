import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Inputs of the demo snapshot; changing any of them rebuilds it. */
const sources = ['src', 'mocks'];

/** Returns a hash of all inputs of the demo snapshot. */
export function hashSeedSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const names = readdirSync(join(root, source), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((name) => /(?<!\.test)\.ts$/.test(name)).toSorted())
      hash.update(name).update(readFileSync(join(root, source, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Deletes snapshots that are more than an hour old; newer ones may be in use by another process.
 *
 * @param current name of the snapshot to keep
 */
export function removeOldSnapshots(folder: string, current: string): void {
  // A new file gets the file system's current time; this process's clock may be shifted.
  const timeFile = join(folder, `now.${process.pid}`);
  writeFileSync(timeFile, '');
  const now = statSync(timeFile).mtimeMs;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const ageMs = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (ageMs > 3_600_000 && name !== current) rmSync(path, { force: true });
  }
  rmSync(timeFile, { force: true });
}
