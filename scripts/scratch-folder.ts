import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps what is below in memory. */
const inMemory = '/dev/shm';

/** What the databases of a whole test run take at most, with as much again for whoever else is at work. In bytes. */
const room = 6e9;

/**
 * A new folder for databases that live as long as a test: in memory where the machine has room for them, for a copied
 * database is a thousand files, and on a disk half of a test's time goes there. Whoever makes it removes it.
 */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom() ? inMemory : tmpdir(), prefix));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, process.availableMemory()) > room;
  } catch {
    return false;
  }
}
