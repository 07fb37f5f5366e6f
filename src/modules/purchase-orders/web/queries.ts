import type { PatchPurchaseInput, PurchaseDraftsInput } from '../input.ts';
import type { ListFilters } from '#platform/documents/document-list.ts';
import type { purchaseOrderList } from '../list.ts';
import { type PurchaseOrder, purchaseApprovals, purchaseOrder, purchaseProposal } from '../shapes.ts';
import { parseList } from '#platform/shapes/tolerant.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { defineAction } from '#platform/web/outbox/action.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { documentReader, readObject, readRows } from '#platform/web/queries/read-shape.ts';
import { documentCalls, pickAllowedPage } from '#platform/documents/web/queries/document-calls.ts';
import { invalidateMail } from '#modules/mail/web/queries.ts';
import { purchaseActionMessages } from './action-messages.ts';

export type PurchaseFilters = ListFilters<typeof purchaseOrderList>;

/** Pages for purchase orders; the first that the user may open is used. */
export const purchasePages = [
  '/procurements/creation/review/orders',
  '/inventory/purchases',
  '/branch-order/inventory-control/purchases',
] as const;

const editPath = (id: string) => `${pickAllowedPage(...purchasePages)}${id === '' ? '' : `?row=${id}`}`;

const readPurchase = documentReader(purchaseOrder);
const calls = documentCalls<PurchaseOrder>({
  collection: 'purchase-orders',
  read: readPurchase,
  // Quantities on order are shown in the order guide and with the stock.
  invalidates: ['orders_data', 'stock_data'],
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
    read: (reply) => readObject(purchaseApprovals, reply.data),
  });

/** Queries one purchase order with its lines and available actions. */
export const purchaseQuery = calls.one;

/** Creates one draft per supplier, all or none. `suppliers` is used in the label in the queue. */
export const createPurchasesAction = defineAction<
  { localId: string; suppliers: string; input: PurchaseDraftsInput },
  PurchaseOrder[]
>({
  kind: 'purchase-orders.drafts',
  document: ({ localId }) => `purchase-orders/${localId}`,
  request: ({ input }) => ({ method: 'post', path: 'purchase-orders/drafts', body: input }),
  label: ({ suppliers }) => getMessages(purchaseActionMessages).create(suppliers),
  dedupeKey: ({ localId }) => `purchase-orders.drafts ${localId}`,
  isSingleUse: true,
  editPath: () => editPath(''),
  read: (reply) => parseList(reply, readPurchase).rows,
  onSent: (_created, queryClient) =>
    void queryClient.invalidateQueries({ queryKey: ['purchase-orders_data'] }),
});

/** Changes a purchase order or its lines; never the status. */
export const editPurchaseAction = calls.change<Omit<PatchPurchaseInput, 'status'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record }) => getMessages(purchaseActionMessages).change(record.number),
  dedupeKey: (input) => JSON.stringify(input),
});

/** Changes the status of a purchase order. */
export const movePurchaseAction = calls.change<{ status: NonNullable<PatchPurchaseInput['status']> }>({
  name: 'move',
  method: 'patch',
  label: ({ record, input }) => getMessages(purchaseActionMessages).move(record.number, input.status),
  dedupeKey: ({ status }) => status,
});

/**
 * Emails a sent order to its supplier. If queued after sending the order, the email is sent only if that
 * succeeds.
 */
export const mailPurchaseAction = defineAction<
  { record: Pick<PurchaseOrder, '_id' | 'number'>; language: 'en' | 'ar'; unlessSent: boolean },
  null
>({
  kind: 'purchase-orders.mail',
  document: ({ record }) => `purchase-orders/${record._id}`,
  request: ({ record, language, unlessSent }) => ({
    method: 'post',
    path: `purchase-orders/${encodeURIComponent(record._id)}/mail`,
    body: { language, unlessSent },
  }),
  label: ({ record }) => getMessages(purchaseActionMessages).mail(record.number),
  editPath: ({ record }) => editPath(encodeURIComponent(record._id)),
  read: () => null,
  onSent(_response, queryClient) {
    invalidateMail(queryClient);
    // The email increments the version of the order.
    void queryClient.invalidateQueries({ queryKey: ['purchase-orders_data'] });
  },
});

/** Deletes a draft. */
export const removePurchaseAction = calls.remove({
  name: 'remove',
  label: ({ record }) => getMessages(purchaseActionMessages).remove(record.number),
});

/** Queries the purchases that bring a location back to par, in packs. */
export const purchaseProposalQuery = (place: string) =>
  readQuery({
    collection: 'purchase-orders_data',
    key: ['proposal', place],
    lifetime: 'orders',
    path: 'purchase-orders/proposal',
    search: { place },
    read: (reply) => readRows(reply, purchaseProposal),
  });
