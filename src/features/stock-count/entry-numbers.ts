import { newUuid } from '#src/lib/uuid.ts';
import { readItem, writeItem } from '#src/lib/device-storage.ts';

const nameKey = 'commissary.count-device';
const lastKey = 'commissary.count-entry';

/** Where storage is blocked, a device is as old as its tab. */
let deviceNameInMemory: string | null = null;
let lastSeq = 0;

/**
 * The number of the next thing that is counted on this device: greater than any before it, also in another tab and after a
 * reload, so that the server takes each once.
 */
export function nextEntryNumber(now: number): { device: string; seq: number } {
  deviceNameInMemory = readItem(nameKey) ?? deviceNameInMemory ?? newUuid();
  writeItem(nameKey, deviceNameInMemory);
  lastSeq = Math.max(Number(readItem(lastKey) ?? 0) + 1, lastSeq + 1, now);
  writeItem(lastKey, String(lastSeq));
  return { device: deviceNameInMemory, seq: lastSeq };
}
