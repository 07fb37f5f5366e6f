import type { Selectable } from 'kysely';
import type { ReceiptLifecycleInput } from '#domain/purchasing/receipt-lifecycle.ts';
import type { ReceiptStatus } from '#domain/purchasing/receipts.ts';
import type { GoodsReceiptLineRow, GoodsReceiptRow } from '../../db/tables.ts';
import { receiptDocument } from '../../documents/buying-and-making.ts';
import { documentStore, type LoadedDocument } from '../../documents/store.ts';

export type Head = Selectable<GoodsReceiptRow>;
export type Line = Selectable<GoodsReceiptLineRow>;

/** A goods receipt in memory: what the rules read, and what is saved. */
export type LoadedReceipt = LoadedDocument<Head, Line>;

export const receiptStore = documentStore<Head, Line>(receiptDocument, {
  frozen: {
    head: ['number', 'supplier', 'place', 'purchaseOrder', 'userId', 'userName', 'createdAt', 'receivedAt'],
    lines: ['receiptId', 'position', 'poLineId', 'itemId', 'qtyMicro', 'freeQtyMicro', 'baseQtyMicro'],
  },
});

/** The receipt as the rules of its moves see it. */
export const movable = ({ head }: Pick<LoadedReceipt, 'head'>): ReceiptLifecycleInput => ({
  ...head,
  status: head.status as ReceiptStatus,
});

/** Whether a line says what a pack was paid with: it counts packs, and some of them are to be paid. */
export const paysPacks = ({ packagingId, unit, qtyMicro }: Line): boolean =>
  packagingId !== null && unit === null && qtyMicro > 0;
