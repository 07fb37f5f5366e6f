import type { Selectable } from 'kysely';
import type { ReceiptLifecycleInput } from '../lifecycle.ts';
import type { ReceiptStatus } from '../receipt-lines.ts';
import type { GoodsReceiptLineRow, GoodsReceiptRow } from '#platform/server/db/tables.ts';
import { receiptDocument } from './definition.ts';
import { createDocumentStore, type LoadedDocument } from '#platform/documents/server/store.ts';

export type ReceiptHeader = Selectable<GoodsReceiptRow>;
export type StoredReceiptLine = Selectable<GoodsReceiptLineRow>;

/** A goods receipt in memory, as used by the rules and stored. */
export type LoadedReceipt = LoadedDocument<ReceiptHeader, StoredReceiptLine>;

export const receiptStore = createDocumentStore<ReceiptHeader, StoredReceiptLine>(receiptDocument, {
  immutableColumns: {
    header: ['number', 'supplier', 'place', 'purchaseOrder', 'userId', 'userName', 'createdAt', 'receivedAt'],
    lines: ['receiptId', 'position', 'poLineId', 'itemId', 'qtyMicro', 'freeQtyMicro', 'baseQtyMicro'],
  },
});

/** Converts a receipt to the input of the lifecycle rules. */
export const toReceiptLifecycleInput = ({
  header,
}: Pick<LoadedReceipt, 'header'>): ReceiptLifecycleInput => ({
  ...header,
  status: header.status as ReceiptStatus,
});

/**
 * Returns whether a line has a pack price: it is counted in packs, and at least some of them must be paid
 * for.
 */
export const hasPackPrice = (line: StoredReceiptLine): line is StoredReceiptLine & { packagingId: string } =>
  line.packagingId !== null && line.unit === null && line.qtyMicro > 0;
