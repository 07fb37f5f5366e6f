import { z } from 'zod';
import {
  createReceiptInput,
  goodsReceipt,
  goodsReceiptSummary,
  priceEffect,
  priceEffectQuery,
  receiptRequirement,
  receiptRequirementsQuery,
  receiptPrice,
  receiptPricesQuery,
  patchReceiptInput,
  receiptQuery,
} from '#contract/goods-receipts.ts';
import { listDocuments } from '../../documents/list.ts';
import { receiptDocument } from '../../documents/buying-and-making.ts';
import { documentRoutes } from '../../documents/routes.ts';
import { readRoute } from '../../http/route.ts';
import { signedIn } from '../../documents/context.ts';
import { seesCosts } from '../items/shape.ts';
import { effectOfPrice } from '../recipes/effect.ts';
import { latestCommonDay } from '../stock/accounting-period.ts';
import { loadLastPrices } from './prices.ts';
import { loadReceiptRequirements } from './receipt-requirements.ts';
import { createReceipt } from './create.ts';
import { editReceipt } from './edit.ts';
import { presentReceipt, toReceiptSummary } from './present.ts';
import { reverseReceipt } from './reverse.ts';
import { type ReceiptHeader, receiptStore } from './rows.ts';

export const receivingRoutes = documentRoutes({
  document: receiptDocument,
  store: receiptStore,
  response: goodsReceipt,
  present: presentReceipt,
  list: {
    summary: 'Goods receipts in scope, newest first',
    query: receiptQuery,
    response: z.array(goodsReceiptSummary),
    run: ({ db, query }, actor) =>
      listDocuments(db, actor, receiptDocument, query, (head: ReceiptHeader) => toReceiptSummary(head)),
  },
  one: { summary: 'One goods receipt with lines, history and the moves that are open to the caller' },
  create: {
    summary: 'Receive goods, with or without a purchase order: into stock at once',
    body: createReceiptInput,
    run: createReceipt,
  },
  change: {
    method: 'patch',
    flag: 'anyWrite',
    summary:
      'Say more about a receipt, or take it back with `{ status }`, as a whole or the `lines` that are named',
    body: patchReceiptInput,
    async run(ctx, loaded, { status, lines, transitionReason, ...edit }, check) {
      if (status === undefined) await editReceipt(ctx, loaded, edit, check);
      else await reverseReceipt(ctx, loaded, { lines, reason: transitionReason }, check);
      return loaded;
    },
  },
  more: [
    readRoute({
      path: '/goods-receipts/prices',
      access: { kind: 'collection', collection: 'goods-receipts', flag: 'canView' },
      summary: 'What items were paid with when they came last: three receipts of each, the latest first',
      query: receiptPricesQuery,
      response: z.array(receiptPrice),
      run: async ({ db, actor, query: { items } }) => ({
        status: 200,
        body: await loadLastPrices(
          db,
          signedIn(actor),
          items.split(',').filter((id) => id !== ''),
        ),
      }),
    }),
    readRoute({
      path: '/goods-receipts/asks',
      access: { kind: 'collection', collection: 'goods-receipts', flag: 'canView' },
      summary: 'What items ask for when they come: lots, temperature, photo, days left, and tolerances',
      query: receiptRequirementsQuery,
      response: z.array(receiptRequirement),
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
      summary: 'What recipes would cost if an item cost this per base unit; none for who may not see costs',
      query: priceEffectQuery,
      response: z.array(priceEffect),
      async run({ db, actor, now, query: { itemId, unitCost } }) {
        const isTold = seesCosts(actor);
        const day = await latestCommonDay(db, now);
        return { status: 200, body: isTold ? await effectOfPrice(db, itemId, unitCost, day) : [] };
      },
    }),
  ],
});
