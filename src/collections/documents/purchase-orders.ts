import { readFields, readQuantity } from '#contract/read-shape.ts';
import {
  purchaseLine,
  purchaseSummary,
  type PurchaseApprovals,
  type PurchaseLine,
  type PurchaseOrder,
} from '#contract/shapes/purchase-orders.ts';
import type { PatchPurchaseInput, PurchaseDraftsInput, PurchaseProposal } from '#contract/purchase-orders.ts';
import {
  readId,
  type JsonRecord,
  parseList as listOf,
  readNumberValue,
  readRecord,
  readReference,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { defineAction } from '#src/lib/outbox/action.ts';
import { readRecords } from '../orders/read.ts';
import { readQuery } from '../read-query.ts';
import { documentCalls, pickAllowedPage } from './document-calls.ts';
import { readStep } from './history.ts';
import { purchaseActionMessages } from './purchase-messages.ts';
import { readBasis } from '../orders/read-basis.ts';

/** Filters of `GET /purchase-orders`, named as on the wire. Omitted: all. */
export interface PurchaseFilters {
  status?: string | undefined;
  receivedStatus?: string | undefined;
  billedByQuantity?: string | undefined;
  supplier?: string | undefined;
  place?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  delivery?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

/** Pages for purchase orders; the first that the user may open is used. */
export const purchasePages = [
  '/procurements/creation/review/orders',
  '/inventory/purchases',
  '/branch-order/inventory-control/purchases',
] as const;

const editPath = (id: string) => `${pickAllowedPage(...purchasePages)}${id === '' ? '' : `?row=${id}`}`;

const calls = documentCalls<PurchaseOrder>({
  collection: 'purchase-orders',
  read: readPurchase,
  // Quantities on order are shown in the order guide and with the stock.
  renews: ['orders_data', 'stock_data'],
  editPath,
});

/** Queries purchase orders without lines, newest first by default. */
export const purchasesQuery = (filters: PurchaseFilters = {}) => calls.list(filters);

/**
 * Queries approvals pending for this user and decisions on their orders; empty if the server has no such
 * list.
 */
export const purchaseApprovalsQuery = (since: string | undefined) =>
  readQuery({
    collection: 'purchase-orders_data',
    key: ['approvals', since ?? ''],
    lifetime: 'orderSimple',
    path: 'purchase-orders/approvals',
    search: { since },
    read: (reply): PurchaseApprovals => {
      const row = readRecord(reply.data);
      return {
        waiting: readRecords(row['waiting']).map((each) => ({
          ...readApprovalRow(each),
          placeName: shownNames(readText(each['placeName']) ?? '', readText(each['placeNameAlt'])).name,
          placeNameAlt: null,
          userName: readText(each['userName']) ?? '',
          currency: readReference(each['currency'])?.id ?? null,
          total: readNumberValue(each['total']) ?? 0,
          since: readText(each['since']) ?? '',
        })),
        decided: readRecords(row['decided']).map((each) => ({
          ...readApprovalRow(each),
          isApproved: each['isApproved'] === true,
          byName: readText(each['byName']) ?? '',
          at: readText(each['at']) ?? '',
          note: readText(each['note']),
        })),
      };
    },
  });

function readApprovalRow(row: JsonRecord) {
  const supplier = shownNames(readText(row['supplierName']) ?? '', readText(row['supplierNameAlt']));
  return {
    _id: readId(row) ?? '',
    number: readText(row['number']) ?? '',
    supplierName: supplier.name,
    supplierNameAlt: supplier.nameAlt,
  };
}

/** Queries one purchase order with its lines and available actions. */
export const purchaseQuery = calls.one;

/** Creates one draft per supplier, all or none. `suppliers` is its label in the queue. */
export const createPurchasesAction = defineAction<
  { localId: string; suppliers: string; input: PurchaseDraftsInput },
  PurchaseOrder[]
>({
  kind: 'purchase-orders.drafts',
  document: ({ localId }) => `purchase-orders/${localId}`,
  request: ({ input }) => ({ method: 'post', path: 'purchase-orders/drafts', body: input }),
  label: ({ suppliers }) => messagesOf(purchaseActionMessages).create(suppliers),
  dedupeKey: ({ localId }) => `purchase-orders.drafts ${localId}`,
  isOnce: true,
  editPath: () => editPath(''),
  read: (answer) => listOf(answer, readPurchase).rows,
  onSent: (_made, queryClient) => void queryClient.invalidateQueries({ queryKey: ['purchase-orders_data'] }),
});

/** Changes a purchase order or its lines; never the status. */
export const editPurchaseAction = calls.change<Omit<PatchPurchaseInput, 'status'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record }) => messagesOf(purchaseActionMessages).change(record.number),
  dedupeKey: (input) => JSON.stringify(input),
});

/** Changes the status of a purchase order. */
export const movePurchaseAction = calls.change<{ status: NonNullable<PatchPurchaseInput['status']> }>({
  name: 'move',
  method: 'patch',
  label: ({ record, input }) => messagesOf(purchaseActionMessages).move(record.number, input.status),
  dedupeKey: ({ status }) => status,
});

/** Deletes a draft. */
export const removePurchaseAction = calls.remove({
  name: 'remove',
  label: ({ record }) => messagesOf(purchaseActionMessages).remove(record.number),
});

/** Queries the purchases that bring a location back to par, in packs. */
export const purchaseProposalQuery = (place: string) =>
  readQuery({
    collection: 'purchase-orders_data',
    key: ['proposal', place],
    lifetime: 'orders',
    path: 'purchase-orders/proposal',
    search: { place },
    read: (reply) => listOf(reply.data, readProposal).rows,
  });

function readProposal(row: JsonRecord): PurchaseProposal | null {
  const [itemId, packagingId] = [readReference(row['itemId'])?.id, readReference(row['packagingId'])?.id];
  if (itemId === undefined || packagingId === undefined) return null;
  const item = shownNames(readText(row['itemName']) ?? '', readText(row['itemNameAlt']));
  const supplier = shownNames(readText(row['supplierName']) ?? '', readText(row['supplierNameAlt']));
  return {
    itemId,
    itemCode: readText(row['itemCode']) ?? '',
    itemName: item.name,
    itemNameAlt: item.nameAlt,
    supplier: readReference(row['supplier'])?.id ?? '',
    supplierName: supplier.name,
    supplierNameAlt: supplier.nameAlt,
    currency: readReference(row['currency'])?.id ?? null,
    minOrderValue: readNumberValue(row['minOrderValue']),
    packagingId,
    packName: readText(row['packName']) ?? '',
    orderMultiple: readQuantity(row['orderMultiple']),
    price: readNumberValue(row['price']),
    qty: readQuantity(row['qty']) ?? 0,
    drafted: readQuantity(row['drafted']) ?? 0,
    draftNumbers: readTexts(row['draftNumbers']),
    available: readQuantity(row['available']),
    coming: readQuantity(row['coming']) ?? 0,
    usedUntil: readQuantity(row['usedUntil']) ?? 0,
    par: readQuantity(row['par']),
    aim: readQuantity(row['aim']) ?? readQuantity(row['par']) ?? 0,
    ...readBasis(row),
    baseSymbol: readText(row['baseSymbol']) ?? '',
  };
}

function readPurchase(row: JsonRecord): PurchaseOrder | null {
  const _id = readId(row);
  if (_id === null) return null;
  const named = (name: 'supplier' | 'place') =>
    shownNames(
      readText(row[`${name}Name`]) ?? readReference(row[name])?.name ?? '',
      readText(row[`${name}NameAlt`]),
    );
  const [supplier, place] = [named('supplier'), named('place')];
  const lines = readRecords(row['items']);
  return {
    ...readFields(purchaseSummary, row, {
      _id,
      number: readText(row['number']) ?? _id,
      supplierName: supplier.name,
      supplierNameAlt: supplier.nameAlt,
      placeName: place.name,
      placeNameAlt: place.nameAlt,
      lineCount: readNumberValue(row['lineCount']) ?? lines.length,
    }),
    items: lines.map(readLine),
    statusHistory: readRecords(row['statusHistory']).map(readStep),
    approverNames: readTexts(row['approverNames']),
    allowedMoves: [],
  };
}

function readLine(row: JsonRecord, index: number): PurchaseLine {
  const names = shownNames(readText(row['itemName']) ?? '', readText(row['itemNameAlt']));
  return readFields(purchaseLine, row, {
    lineId: readText(row['lineId']) ?? String(index),
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    unitNum: readNumberValue(row['unitNum']) ?? 1,
    unitDen: readNumberValue(row['unitDen']) ?? 1,
  });
}
