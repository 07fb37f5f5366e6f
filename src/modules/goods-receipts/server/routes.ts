import { listQuery } from '#platform/documents/document-list-query.ts';
import { goodsReceiptList } from '../list.ts';
import { listOf } from '#platform/shapes/shape.ts';
import {
  createReceiptInput,
  priceEffectQueryParams,
  receiptRequirementsQueryParams,
  receiptPricesQueryParams,
  patchReceiptInput,
} from '../input.ts';
import {
  goodsReceipt,
  goodsReceiptSummary,
  priceEffect,
  receiptRequirement,
  receiptPrice,
} from '../shapes.ts';
import { listDocuments } from '#platform/documents/server/list.ts';
import { receiptDocument } from './definition.ts';
import { documentRoutes } from '#platform/documents/server/routes.ts';
import { readRoute } from '#platform/server/http/route.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { actorCanSeeCosts } from '#modules/items/server/shape.ts';
import { computePriceEffect } from '#modules/recipes/server/price-effect.ts';
import { getLatestCommonDay } from '#modules/stock/server/accounting-period.ts';
import { loadLastPrices } from './prices.ts';
import { loadReceiptRequirements } from './receipt-requirements.ts';
import { createReceipt } from './create.ts';
import { editReceipt } from './edit.ts';
import { presentReceipt, toReceiptSummary } from './present.ts';
import { reverseReceipt } from './reverse.ts';
import { type ReceiptHeader, receiptStore } from './rows.ts';

export const receivingRoutes = documentRoutes({
  store: receiptStore,
  response: goodsReceipt,
  present: presentReceipt,
  list: {
    summary: 'Goods receipts in scope, newest first',
    query: listQuery(goodsReceiptList),
    response: listOf(goodsReceiptSummary),
    run: ({ db, query }, actor) =>
      listDocuments(db, actor, receiptDocument, query, (header: ReceiptHeader) => toReceiptSummary(header)),
  },
  one: { summary: 'One goods receipt with lines, history and allowed transitions' },
  create: {
    summary: 'Receive goods into stock, with or without a purchase order',
    body: createReceiptInput,
    run: createReceipt,
  },
  change: {
    method: 'patch',
    flag: 'anyWrite',
    summary: 'Edit the notes of a receipt, or reverse it with `{ status }`, as a whole or by `lines`',
    body: patchReceiptInput,
    async run(ctx, loaded, { status, lines, transitionReason, ...edit }, check) {
      if (status === undefined) await editReceipt(ctx, loaded, edit, check);
      else await reverseReceipt(ctx, loaded, { lines, reason: transitionReason }, check);
      return loaded;
    },
  },
  additionalRoutes: [
    readRoute({
      path: '/goods-receipts/prices',
      access: { kind: 'collection', collection: 'goods-receipts', flag: 'canView' },
      summary: 'Last prices paid for items, up to three receipts per item, newest first',
      query: receiptPricesQueryParams,
      response: listOf(receiptPrice),
      run: async ({ db, actor, query: { items } }) => ({
        status: 200,
        body: await loadLastPrices(
          db,
          requireActor(actor),
          items.split(',').filter((id) => id !== ''),
        ),
      }),
    }),
    readRoute({
      path: '/goods-receipts/requirements',
      access: { kind: 'collection', collection: 'goods-receipts', flag: 'canView' },
      summary: 'Receiving requirements of items: lots, temperature, photo, remaining life, and tolerances',
      query: receiptRequirementsQueryParams,
      response: listOf(receiptRequirement),
      run: async ({ db, query: { items, supplier } }) => ({
        status: 200,
        body: await loadReceiptRequirements(
          db,
          items.split(',').filter((id) => id !== ''),
          supplier,
        ),
      }),
    }),
    readRoute({
      path: '/goods-receipts/effect',
      access: { kind: 'collection', collection: 'goods-receipts', flag: 'canView' },
      summary: "Recipe costs at a given item cost per base unit; empty for users who can't see costs",
      query: priceEffectQueryParams,
      response: listOf(priceEffect),
      async run({ db, actor, now, query: { itemId, unitCost } }) {
        const showsCosts = actorCanSeeCosts(actor);
        const day = await getLatestCommonDay(db, now);
        return { status: 200, body: showsCosts ? await computePriceEffect(db, itemId, unitCost, day) : [] };
      },
    }),
  ],
});
