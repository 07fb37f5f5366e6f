import { newUuid } from '#platform/web/uuid.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';

const nameKey = 'commissary.count-device';
const lastKey = 'commissary.count-entry';

/** Fallback when storage is blocked: the device id then lives as long as the tab. */
let deviceNameInMemory: string | null = null;
let lastSeq = 0;

/**
 * Returns the next entry number of this device, increasing across tabs and reloads, by which the server
 * deduplicates entries.
 */
export function nextEntryNumber(now: number): { device: string; seq: number } {
  deviceNameInMemory = readStoredItem(nameKey) ?? deviceNameInMemory ?? newUuid();
  writeStoredItem(nameKey, deviceNameInMemory);
  lastSeq = Math.max(Number(readStoredItem(lastKey) ?? 0) + 1, lastSeq + 1, now);
  writeStoredItem(lastKey, String(lastSeq));
  return { device: deviceNameInMemory, seq: lastSeq };
}
