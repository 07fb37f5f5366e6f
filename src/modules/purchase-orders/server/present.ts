import { toWire } from '#platform/documents/document-rows.ts';
import {
  purchaseLine,
  purchaseSummary,
  type PurchaseLine,
  type PurchaseOrder,
  type PurchaseSummary,
} from '../shapes.ts';
import { fromE4, computeValueAtPrice } from '#core/money.ts';
import type { Actor } from '#core/permissions.ts';
import { computeOutstandingMicro } from '../purchase-status.ts';
import { toExactOrNull, fromMicro, QuantityError } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { allowedTransitions } from '#platform/documents/server/transitions.ts';
import { readHistory } from '#platform/documents/server/history.ts';
import { purchaseDocument } from './definition.ts';
import { loadApproverNames } from './approvals.ts';
import type { PurchaseOrderHeader, StoredPurchaseLine, LoadedPurchase } from './rows.ts';
import { loadOrderApprovers } from './order-totals.ts';

/** Presents a purchase order to an actor. */
export async function presentPurchase(
  db: Queryable,
  { header, lines }: LoadedPurchase,
  actor: Actor,
): Promise<PurchaseOrder> {
  const approvers =
    header.status === 'Draft' ? await loadCurrentApprovers(db, { header, lines }) : header.approvers;
  const headerWithApprovers = { ...header, approvers };
  return {
    ...toPurchaseSummary(headerWithApprovers),
    approverNames: await loadApproverNames(db, approvers),
    items: lines.map((line) => toLine(line, header)),
    statusHistory: await readHistory(db, purchaseDocument, header._id),
    allowedMoves: allowedTransitions(purchaseDocument, { header: headerWithApprovers, lines }, actor),
  };
}

/**
 * Returns a draft's approvers according to the current limits, which may have changed since it was saved. If
 * its lines can't be valued, returns the stored approvers, so that the draft can still be shown; sending it
 * then fails.
 */
async function loadCurrentApprovers(
  db: Queryable,
  { header, lines }: Pick<LoadedPurchase, 'header' | 'lines'>,
): Promise<string> {
  try {
    return await loadOrderApprovers(db, { header, lines }, new Date(header.updatedAt));
  } catch (error) {
    if (error instanceof QuantityError) return header.approvers;
    throw error;
  }
}

/** Converts an order to its list row. */
export const toPurchaseSummary = (header: PurchaseOrderHeader): PurchaseSummary =>
  toWire(purchaseSummary, header, {});

const toLine = (line: StoredPurchaseLine, { status }: PurchaseOrderHeader): PurchaseLine =>
  toWire(purchaseLine, line, {
    value({ qtyMicro, priceMicro }) {
      const valueE4 = toExactOrNull(() => computeValueAtPrice(qtyMicro, priceMicro));
      return valueE4 === null ? null : fromE4(valueE4);
    },
    outstandingQty: () => (status === 'Sent' ? fromMicro(computeOutstandingMicro(line)) : 0),
  });
