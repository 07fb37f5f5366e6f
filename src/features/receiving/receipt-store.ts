import { number, record, text } from '#contract/tolerant.ts';
import { keep, recall } from '#src/lib/device-storage.ts';
import { personalStores } from '#src/lib/personal-stores.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { emptyReceipt, type Receipt, type ReceiptEntry } from './receipt.ts';

const receipts = personalStores((key) => {
  const store = createStore(load(key));
  store.subscribe(() => save(key, store.get()));
  return store;
});

/** The receipt that a person is writing for an order; every entry is kept on this device at once. */
export function openReceipt(userId: string, orderId: string): Store<Receipt> {
  return receipts(`commissary.receipt.${userId}.${orderId}`);
}

function load(key: string): Receipt {
  try {
    const stored = record(JSON.parse(recall(key) ?? '{}'));
    const entries = Object.entries(record(stored['entries'])).map(([lineId, entry]) => [
      lineId,
      readEntry(entry),
    ]);
    if (entries.length === 0 && stored['isAllAsShipped'] !== true) return emptyReceipt;
    const seen = Object.entries(record(stored['seen'])).map(([lineId, value]) => [
      lineId,
      { ...readEntry(value), shipped: number(record(value)['shipped']) ?? 0 },
    ]);
    return {
      isAllAsShipped: stored['isAllAsShipped'] === true,
      entries: Object.fromEntries(entries),
      seen: Object.fromEntries(seen),
    };
  } catch {
    return emptyReceipt;
  }
}

function save(key: string, receipt: Receipt): void {
  keep(key, receipt === emptyReceipt ? null : JSON.stringify(receipt));
}

function readEntry(value: unknown): ReceiptEntry {
  const row = record(value);
  return {
    accepted: number(row['accepted']),
    damaged: number(row['damaged']),
    reason: text(row['reason']) ?? '',
    note: text(row['note']) ?? '',
  };
}
