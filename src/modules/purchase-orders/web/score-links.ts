import type { LinkProps } from '@tanstack/react-router';
import type { PurchaseDelivery } from '../purchase-status.ts';
import { type Actor, canOpenPage } from '#core/permissions.ts';
import { receiptPages } from '#modules/goods-receipts/web/queries.ts';
import { purchasePages } from './queries.ts';
import { invoicePage } from '#modules/supplier-invoices/web/queries.ts';

export type ScoreKey = 'orders' | 'onTime' | 'inFull' | 'priceDrift' | 'rejected' | 'daysToDeliver';

/**
 * Returns links to the underlying documents of each value of a supplier scorecard; null if the user may not
 * open them.
 */
export function buildScoreLinks(
  user: Actor,
  supplier: string,
  { from, to, place }: { from: string; to: string; place?: string | undefined },
): Readonly<Record<ScoreKey, LinkProps | null>> {
  const days = { from, to, ...(place !== undefined && { place }) };
  const page = <P extends string>(pages: readonly P[]) =>
    pages.find((candidate) => canOpenPage(user, candidate));
  const link = (path: string | undefined, search: Record<string, string>): LinkProps | null =>
    path === undefined ? null : ({ to: path, search: { supplier, ...search } } as LinkProps);
  const orders = (delivery: PurchaseDelivery) => link(page(purchasePages), { ...days, delivery });
  return {
    orders: orders('due'),
    onTime: orders('dated'),
    inFull: orders('due'),
    priceDrift: link(page([invoicePage]), days),
    rejected: link(page(receiptPages), { ...days, status: 'Posted' }),
    daysToDeliver: orders('received'),
  };
}
