import { newUuid } from '#platform/web/uuid.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';

const nameKey = 'commissary.count-device';
const lastKey = 'commissary.count-entry';

/** Fallback if storage is blocked: the device id is then lost when the tab closes. */
let deviceNameInMemory: string | null = null;
let lastSeq = 0;

/**
 * Returns the device id and its next entry number, which increases across tabs and reloads. The server uses
 * both to deduplicate entries.
 */
export function nextEntryNumber(now: number): { device: string; seq: number } {
  deviceNameInMemory = readStoredItem(nameKey) ?? deviceNameInMemory ?? newUuid();
  writeStoredItem(nameKey, deviceNameInMemory);
  lastSeq = Math.max(Number(readStoredItem(lastKey) ?? 0) + 1, lastSeq + 1, now);
  writeStoredItem(lastKey, String(lastSeq));
  return { device: deviceNameInMemory, seq: lastSeq };
}
