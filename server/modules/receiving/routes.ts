import { z } from 'zod';
import {
  createReceiptInput,
  goodsReceipt,
  goodsReceiptSummary,
  patchReceiptInput,
  receiptQuery,
} from '#contract/goods-receipts.ts';
import { listDocuments } from '../../documents/list.ts';
import { receiptDocument } from '../../documents/registry.ts';
import { documentRoutes } from '../../documents/routes.ts';
import { createReceipt } from './create.ts';
import { editReceipt } from './edit.ts';
import { presentReceipt, toSummary } from './present.ts';
import { reverseReceipt } from './reverse.ts';
import { type Head, receiptStore } from './rows.ts';

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
      listDocuments(db, actor, receiptDocument, query, (head: Head) => toSummary(head)),
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
});
