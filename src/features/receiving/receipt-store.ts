import { number, record, text } from '#contract/tolerant.ts';
import { defineDraft } from '#src/lib/drafts/drafts.ts';
import { emptyReceipt, type Receipt, type ReceiptEntry } from './receipt.ts';

/** The receipt that a person is writing for an order; every entry is kept on this device at once. */
export const receiptDrafts = defineDraft<Receipt>({
  name: 'receipt',
  empty: () => emptyReceipt,
  isEmpty: (receipt) => receipt === emptyReceipt,
  read(kept) {
    const entries = Object.entries(record(kept['entries'])).map(([lineId, entry]) => [
      lineId,
      readEntry(entry),
    ]);
    if (entries.length === 0 && kept['isAllAsShipped'] !== true) return null;
    const seen = Object.entries(record(kept['seen'])).map(([lineId, value]) => [
      lineId,
      { ...readEntry(value), shipped: number(record(value)['shipped']) ?? 0 },
    ]);
    return {
      isAllAsShipped: kept['isAllAsShipped'] === true,
      entries: Object.fromEntries(entries),
      seen: Object.fromEntries(seen),
    };
  },
});

function readEntry(value: unknown): ReceiptEntry {
  const row = record(value);
  return {
    accepted: number(row['accepted']),
    damaged: number(row['damaged']),
    reason: text(row['reason']) ?? '',
    note: text(row['note']) ?? '',
  };
}
