import { newUuid } from '#src/lib/uuid.ts';
import { readItem, writeItem } from '#src/lib/device-storage.ts';

const nameKey = 'commissary.count-device';
const lastKey = 'commissary.count-entry';

/** Where storage is blocked, a device is as old as its tab. */
let ownName: string | null = null;
let lastSeq = 0;

/**
 * The number of the next thing that is counted on this device: greater than any before it, also in another tab and after a
 * reload, so that the server takes each once.
 */
export function nextEntry(now: number): { device: string; seq: number } {
  ownName = readItem(nameKey) ?? ownName ?? newUuid();
  writeItem(nameKey, ownName);
  lastSeq = Math.max(Number(readItem(lastKey) ?? 0) + 1, lastSeq + 1, now);
  writeItem(lastKey, String(lastSeq));
  return { device: ownName, seq: lastSeq };
}
