import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A memory file system on Linux. */
const memoryFolder = '/dev/shm';

/** Space for a whole test run's databases, with as much again to spare. In bytes. */
const requiredBytes = 6e9;

/**
 * Creates a folder for test databases, in memory if it has enough space: a copied database is a thousand files,
 * which take half of a test's time on disk. The caller removes it.
 */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(hasSpace() ? memoryFolder : tmpdir(), prefix));
}

function hasSpace(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return Math.min(bavail * bsize, process.availableMemory()) > requiredBytes;
  } catch {
    return false;
  }
}
