import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A memory file system on Linux. */
const memoryFolder = '/dev/shm';

/** Free space required in bytes: twice the size of a whole test run's databases. */
const requiredBytes = 6e9;

/**
 * Creates a folder for test databases, in memory if there is enough space. A copied database consists of a
 * thousand files; on disk, they take half of a test's time. The caller removes the folder.
 */
export function createScratchFolder(prefix: string): string {
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
