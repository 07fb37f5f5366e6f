import { listQuery } from '#platform/documents/document-list-query.ts';
import { purchaseOrderList } from '../list.ts';
import { listOf } from '#platform/shapes/shape.ts';
import { sql } from 'kysely';
import {
  createPurchaseInput,
  patchPurchaseInput,
  purchaseApprovalsQueryParams,
  purchaseDraftsInput,
  purchaseProposalQueryParams,
} from '../input.ts';
import { purchaseProposal } from '../shapes.ts';
import { purchaseApprovals, purchaseOrder, purchaseSummary } from '../shapes.ts';
import { typicalPurchaseQueryParams } from '#platform/documents/typical-quantities.ts';
import { typicalQuantity } from '#platform/documents/typical-quantities-shape.ts';
import { createCommandContext, requireActor } from '#platform/documents/server/context.ts';
import { listDocuments } from '#platform/documents/server/list.ts';
import { purchaseDocument } from './definition.ts';
import { documentRoutes } from '#platform/documents/server/routes.ts';
import { loadTypicalQuantities } from '#platform/documents/server/typical-quantities.ts';
import { readRoute, writeRoute } from '#platform/server/http/route.ts';
import { loadApprovals } from './approvals.ts';
import { createPurchaseOrder, createPurchaseOrders } from './create.ts';
import { buildDueConditions } from './due.ts';
import { editPurchaseOrder } from './edit.ts';
import { transitionPurchase, removePurchase } from './transition.ts';
import { presentPurchase, toPurchaseSummary } from './present.ts';
import { proposePurchases } from './proposal.ts';
import { type PurchaseOrderHeader, purchaseStore } from './rows.ts';

export const purchaseRoutes = documentRoutes({
  store: purchaseStore,
  response: purchaseOrder,
  present: presentPurchase,
  list: {
    summary: 'Purchase orders in scope, newest first',
    query: listQuery(purchaseOrderList),
    response: listOf(purchaseSummary),
    run: ({ db, query, now }, actor) =>
      listDocuments(
        db,
        actor,
        purchaseDocument,
        query,
        (header: PurchaseOrderHeader) => toPurchaseSummary(header),
        buildDueConditions('purchaseOrders', query, now),
      ),
  },
  one: { summary: 'One purchase order with lines, history and allowed transitions' },
  create: {
    summary: 'Create a draft purchase order',
    body: createPurchaseInput,
    run: createPurchaseOrder,
  },
  change: {
    method: 'patch',
    flag: 'anyWrite',
    summary: 'Edit a purchase order, or change its status with `{ status }` alone',
    body: patchPurchaseInput,
    async run(ctx, loaded, { status, ...edit }, check) {
      if (status === undefined) await editPurchaseOrder(ctx, loaded, edit, check);
      else await transitionPurchase(ctx, loaded, status, check);
      return loaded;
    },
  },
  remove: { summary: 'Delete a draft', run: removePurchase },
  additionalRoutes: [
    readRoute({
      path: '/purchase-orders/approvals',
      access: { kind: 'collection', collection: 'purchase-orders', flag: 'canView' },
      summary: "Purchase orders that await the caller's approval, and decisions on the caller's own",
      query: purchaseApprovalsQueryParams,
      response: purchaseApprovals,
      run: async ({ db, actor, now, query }) => ({
        status: 200,
        body: await loadApprovals(db, requireActor(actor), query, now),
      }),
    }),
    readRoute({
      path: '/purchase-orders/proposal',
      access: { kind: 'collection', collection: 'purchase-orders', flag: 'canView' },
      summary: 'Purchase proposal for a location, in supplier packs',
      query: purchaseProposalQueryParams,
      response: listOf(purchaseProposal),
      run: async ({ db, actor, now, query: { place } }) => ({
        status: 200,
        body: await proposePurchases(db, requireActor(actor), place, now),
      }),
    }),
    readRoute({
      path: '/purchase-orders/typical-quantities',
      access: { kind: 'collection', collection: 'purchase-orders', flag: 'canView' },
      summary:
        'Typical quantities: the largest of each item in recent purchases of a location, by pack or unit',
      query: typicalPurchaseQueryParams,
      response: listOf(typicalQuantity),
      async run({ db, actor, query: { place, supplier } }) {
        const lines = {
          table: 'purchaseLines',
          document: 'orderId',
          qty: 'qtyMicro',
          unitOrPackId: sql`coalesce(${sql.ref('packagingId')}, unit)`,
        };
        const statuses = ['Sent', 'Closed'];
        const typicalLines = { table: 'purchaseOrders', parties: { place, supplier }, statuses, lines };
        return {
          status: 200,
          body: await loadTypicalQuantities(db, { actor, places: [place] }, typicalLines),
        };
      },
    }),
    writeRoute({
      method: 'post',
      path: '/purchase-orders/drafts',
      access: { kind: 'collection', collection: 'purchase-orders', flag: 'canCreate' },
      summary: 'Create one draft per supplier, all or none',
      body: purchaseDraftsInput,
      response: listOf(purchaseOrder),
      async run(ctx) {
        const commandCtx = createCommandContext(ctx);
        const created = await createPurchaseOrders(commandCtx, ctx.body);
        const body = [];
        for (const order of created) body.push(await presentPurchase(ctx.db, order, commandCtx.actor));
        return { status: 201, body };
      },
    }),
  ],
});
