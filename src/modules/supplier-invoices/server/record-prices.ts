import { fromPriceMicro } from '#core/money.ts';
import { insertRows, statement } from '#platform/server/db/statements.ts';
import type { ReviewRow } from '#platform/server/db/tables.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { invoiceDocument } from './definition.ts';
import { removeDocumentPrices } from '#modules/prices/server/history.ts';
import { discardProposal, storeProposal } from '#modules/reviews/server/propose.ts';
import { reviewTargets, type RowValues } from '#modules/reviews/server/targets.ts';
import type { InvoiceLine, LoadedInvoice } from './rows.ts';

/** Pending price proposals of earlier invoices. */
const selectPendingPriceReviews = statement((db, packs: readonly string[]) =>
  db
    .selectFrom('reviews')
    .selectAll()
    .where('collection', '=', 'packagings')
    .where('status', '=', 'Pending')
    .where('source', '=', 'invoice')
    .where('rowId', 'in', packs),
);

/** Returns the last line of each pack, because later lines of an invoice override earlier ones. */
const findBilledPacks = (lines: readonly InvoiceLine[]): Map<string, InvoiceLine> =>
  new Map(
    lines.flatMap((line) =>
      line.packagingId !== null && line.unit === null ? [[line.packagingId, line]] : [],
    ),
  );

/**
 * Adds billed pack prices to the price history as of the invoice date, and proposes them for the supplier's
 * price list unless the list is newer. A proposal replaces that of an earlier invoice; users' proposals are
 * kept.
 */
export async function recordInvoicePrices(
  ctx: CommandContext,
  { header, lines }: LoadedInvoice,
): Promise<void> {
  // Free goods have no pack price.
  const packs = findBilledPacks(lines.filter(({ priceMicro }) => priceMicro > 0));
  if (packs.size === 0) return;
  await insertRows(
    ctx.tx,
    'packPrices',
    [...packs].map(([packagingId, { priceMicro }]) => ({
      packagingId,
      supplierId: header.supplier,
      priceMicro,
      validFrom: header.date,
      source: 'invoice' as const,
      docType: invoiceDocument.type,
      docId: header._id,
      createdAt: ctx.now.toISOString(),
    })),
  );
  const ids = [...packs.keys()].toSorted();
  const supplierPacks = [];
  for (const id of ids) {
    const row = await reviewTargets.packagings.find(ctx.tx, id, true);
    if (row?.['supplierId'] === header.supplier) supplierPacks.push(row);
  }
  const pendingReviews = new Map(
    (await selectPendingPriceReviews(ctx.tx, ids)).map((row) => [row.rowId, row]),
  );
  const reviewContext = { db: ctx.tx, actor: ctx.actor, now: ctx.now, audit: ctx.audit, emit: ctx.emit };
  const reason = [header.number, header.supplierNumber, header.date].join(' · ');
  for (const base of supplierPacks) {
    const id = base._id;
    const pending = pendingReviews.get(id) ?? null;
    const price = fromPriceMicro((packs.get(id) as InvoiceLine).priceMicro);
    if (isAfter(base['priceDate'], header.date) || isAfter(getProposedDay(pending), header.date)) continue;
    if (base['price'] === price) {
      if (pending) await discardProposal(reviewContext, pending, reason);
      continue;
    }
    const input = { price, priceDate: header.date };
    const change = { collection: 'packagings', operation: 'change', id, input } as const;
    await storeProposal(reviewContext, change, {
      base,
      name: { ...base, ...input },
      before: pending,
      reason,
      source: 'invoice',
    });
  }
}

const isAfter = (day: unknown, other: string): boolean => typeof day === 'string' && day > other;
const getProposedDay = (review: ReviewRow | null): unknown =>
  review && (JSON.parse(review.change) as RowValues)['priceDate'];

/** Removes the invoice's prices from the price history; pending proposals are left to their reviewer. */
export const removeInvoicePrices = (ctx: CommandContext, { header, lines }: LoadedInvoice): Promise<void> =>
  removeDocumentPrices(ctx.tx, header._id, [...findBilledPacks(lines).keys()]);
