import type { Selectable } from 'kysely';
import type { ReceiptLifecycleInput } from '#domain/purchasing/receipt-lifecycle.ts';
import type { ReceiptStatus } from '#domain/purchasing/receipts.ts';
import type { GoodsReceiptLineRow, GoodsReceiptRow } from '../../db/tables.ts';
import { receiptDocument } from '../../documents/buying-and-making.ts';
import { documentStore, type LoadedDocument } from '../../documents/store.ts';

export type ReceiptHeader = Selectable<GoodsReceiptRow>;
export type StoredReceiptLine = Selectable<GoodsReceiptLineRow>;

/** A goods receipt in memory: what the rules read, and what is saved. */
export type LoadedReceipt = LoadedDocument<ReceiptHeader, StoredReceiptLine>;

export const receiptStore = documentStore<ReceiptHeader, StoredReceiptLine>(receiptDocument, {
  frozen: {
    head: ['number', 'supplier', 'place', 'purchaseOrder', 'userId', 'userName', 'createdAt', 'receivedAt'],
    lines: ['receiptId', 'position', 'poLineId', 'itemId', 'qtyMicro', 'freeQtyMicro', 'baseQtyMicro'],
  },
});

/** The receipt as the rules of its moves see it. */
export const receiptLifecycleInput = ({ head }: Pick<LoadedReceipt, 'head'>): ReceiptLifecycleInput => ({
  ...head,
  status: head.status as ReceiptStatus,
});

/** Whether a line says what a pack was paid with: it counts packs, and some of them are to be paid. */
export const hasPackPrice = ({ packagingId, unit, qtyMicro }: StoredReceiptLine): boolean =>
  packagingId !== null && unit === null && qtyMicro > 0;
