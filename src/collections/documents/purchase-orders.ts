import { readFields, quantityOf } from '#contract/document-fields.ts';
import { purchaseLineFields, purchaseOrderFields } from '#contract/purchase-order-fields.ts';
import type {
  PatchPurchaseInput,
  PurchaseApprovals,
  PurchaseDraftsInput,
  PurchaseLine,
  PurchaseOrder,
  PurchaseProposal,
} from '#contract/purchase-orders.ts';
import {
  idOf,
  type JsonRecord,
  list as listOf,
  number,
  record,
  reference,
  text,
  texts,
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

/** Filters of `GET /purchase-orders`; the same names as on the wire. Left out: all. */
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

/** Where purchase orders are worked on; the first that a person may open is meant. */
export const purchasePages = [
  '/procurements/creation/review/orders',
  '/inventory/purchases',
  '/branch-order/inventory-control/purchases',
] as const;

const editPath = (id: string) => `${pickAllowedPage(...purchasePages)}${id === '' ? '' : `?row=${id}`}`;

const calls = documentCalls<PurchaseOrder>({
  collection: 'purchase-orders',
  read: readPurchase,
  // What is on order stands in the order guide and beside the stock, too.
  renews: ['orders_data', 'stock_data'],
  editPath,
});

/** Purchase orders, newest first unless asked otherwise; without their lines. */
export const purchasesQuery = (filters: PurchaseFilters = {}) => calls.list(filters);

/** What waits for this person's approval, and what was decided about their orders; nothing from a server that offers no such list. */
export const purchaseApprovalsQuery = (since: string | undefined) =>
  readQuery({
    collection: 'purchase-orders_data',
    key: ['approvals', since ?? ''],
    lifetime: 'orderSimple',
    path: 'purchase-orders/approvals',
    search: { since },
    read: (reply): PurchaseApprovals => {
      const row = record(reply.data);
      return {
        waiting: readRecords(row['waiting']).map((each) => ({
          ...readApprovalRow(each),
          placeName: shownNames(text(each['placeName']) ?? '', text(each['placeNameAlt'])).name,
          placeNameAlt: null,
          userName: text(each['userName']) ?? '',
          currency: reference(each['currency'])?.id ?? null,
          total: number(each['total']) ?? 0,
          since: text(each['since']) ?? '',
        })),
        decided: readRecords(row['decided']).map((each) => ({
          ...readApprovalRow(each),
          isApproved: each['isApproved'] === true,
          byName: text(each['byName']) ?? '',
          at: text(each['at']) ?? '',
          note: text(each['note']),
        })),
      };
    },
  });

function readApprovalRow(row: JsonRecord) {
  const supplier = shownNames(text(row['supplierName']) ?? '', text(row['supplierNameAlt']));
  return {
    _id: idOf(row) ?? '',
    number: text(row['number']) ?? '',
    supplierName: supplier.name,
    supplierNameAlt: supplier.nameAlt,
  };
}

/** One of them, with its lines and what can be done with it. */
export const purchaseQuery = calls.one;

/** Makes one draft for each supplier, all of them or none. `suppliers` is what the queue calls them by. */
export const createPurchases = defineAction<
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

/** Says something of one, or of its lines; never its status. */
export const editPurchase = calls.change<Omit<PatchPurchaseInput, 'status'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record }) => messagesOf(purchaseActionMessages).change(record.number),
  dedupeKey: (input) => JSON.stringify(input),
});

/** Brings one to a status. */
export const movePurchase = calls.change<{ status: NonNullable<PatchPurchaseInput['status']> }>({
  name: 'move',
  method: 'patch',
  label: ({ record, input }) => messagesOf(purchaseActionMessages).move(record.number, input.status),
  dedupeKey: ({ status }) => status,
});

/** Deletes a draft. */
export const removePurchase = calls.remove({
  name: 'remove',
  label: ({ record }) => messagesOf(purchaseActionMessages).remove(record.number),
});

/** What brings a place back to par, by the packs that it would be bought in. */
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
  const [itemId, packagingId] = [reference(row['itemId'])?.id, reference(row['packagingId'])?.id];
  if (itemId === undefined || packagingId === undefined) return null;
  const item = shownNames(text(row['itemName']) ?? '', text(row['itemNameAlt']));
  const supplier = shownNames(text(row['supplierName']) ?? '', text(row['supplierNameAlt']));
  return {
    itemId,
    itemCode: text(row['itemCode']) ?? '',
    itemName: item.name,
    itemNameAlt: item.nameAlt,
    supplier: reference(row['supplier'])?.id ?? '',
    supplierName: supplier.name,
    supplierNameAlt: supplier.nameAlt,
    currency: reference(row['currency'])?.id ?? null,
    minOrderValue: number(row['minOrderValue']),
    packagingId,
    packName: text(row['packName']) ?? '',
    orderMultiple: quantityOf(row['orderMultiple']),
    price: number(row['price']),
    qty: quantityOf(row['qty']) ?? 0,
    drafted: quantityOf(row['drafted']) ?? 0,
    draftNumbers: texts(row['draftNumbers']),
    available: quantityOf(row['available']),
    coming: quantityOf(row['coming']) ?? 0,
    usedUntil: quantityOf(row['usedUntil']) ?? 0,
    par: quantityOf(row['par']),
    aim: quantityOf(row['aim']) ?? quantityOf(row['par']) ?? 0,
    ...readBasis(row),
    baseSymbol: text(row['baseSymbol']) ?? '',
  };
}

function readPurchase(row: JsonRecord): PurchaseOrder | null {
  const _id = idOf(row);
  if (_id === null) return null;
  const named = (name: 'supplier' | 'place') =>
    shownNames(text(row[`${name}Name`]) ?? reference(row[name])?.name ?? '', text(row[`${name}NameAlt`]));
  const [supplier, place] = [named('supplier'), named('place')];
  const lines = readRecords(row['items']);
  return {
    ...readFields(purchaseOrderFields, row, {
      _id,
      number: text(row['number']) ?? _id,
      supplierName: supplier.name,
      supplierNameAlt: supplier.nameAlt,
      placeName: place.name,
      placeNameAlt: place.nameAlt,
      lineCount: number(row['lineCount']) ?? lines.length,
    }),
    items: lines.map(readLine),
    statusHistory: readRecords(row['statusHistory']).map(readStep),
    approverNames: texts(row['approverNames']),
    allowedMoves: [],
  };
}

function readLine(row: JsonRecord, index: number): PurchaseLine {
  const names = shownNames(text(row['itemName']) ?? '', text(row['itemNameAlt']));
  return readFields(purchaseLineFields, row, {
    lineId: text(row['lineId']) ?? String(index),
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    unitNum: number(row['unitNum']) ?? 1,
    unitDen: number(row['unitDen']) ?? 1,
  });
}
