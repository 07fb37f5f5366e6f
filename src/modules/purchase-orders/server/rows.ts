import type { Selectable } from 'kysely';
import type { PurchaseLifecycleInput } from '../lifecycle.ts';
import type { PurchaseStatus, ReceivedStatus } from '../purchase-status.ts';
import type { PurchaseLineRow, PurchaseOrderRow } from '#platform/server/db/tables.ts';
import { purchaseDocument } from './definition.ts';
import { createDocumentStore, type LoadedDocument } from '#platform/documents/server/store.ts';

export type PurchaseOrderHeader = Selectable<PurchaseOrderRow>;
export type StoredPurchaseLine = Selectable<PurchaseLineRow>;

/** A purchase order in memory, as passed to the rules and saved. */
export type LoadedPurchase = LoadedDocument<PurchaseOrderHeader, StoredPurchaseLine>;

export const purchaseStore = createDocumentStore<PurchaseOrderHeader, StoredPurchaseLine>(purchaseDocument, {
  immutableColumns: {
    header: ['number', 'supplier', 'place', 'userId', 'userName', 'createdAt'],
    lines: ['orderId', 'position', 'itemId', 'itemCode', 'itemName', 'itemNameAlt'],
  },
});

/** Converts an order to the input of the lifecycle rules. */
export const toPurchaseLifecycleInput = ({
  header,
}: Pick<LoadedPurchase, 'header'>): PurchaseLifecycleInput => ({
  ...header,
  status: header.status as PurchaseStatus,
  receivedStatus: header.receivedStatus as ReceivedStatus,
});
