import { statement } from '#platform/server/db/statements.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { saveEdit } from '#platform/documents/server/write.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import { planMatches } from './matching.ts';
import { writeMatches } from './post.ts';
import { invoiceStore } from './rows.ts';

/** Posted invoices with unmatched lines for these purchase lines, in order of posting. */
const selectPendingInvoices = statement((db, ordered: readonly string[]) =>
  db
    .selectFrom('supplierInvoiceLines as line')
    .innerJoin('supplierInvoices as invoice', 'invoice._id', 'line.invoiceId')
    .select(['invoice._id', 'invoice.postedAt'])
    .distinct()
    .where('line.poLineId', 'in', ordered)
    .where('line.receiptLineId', 'is', null)
    .where('invoice.status', '=', 'Posted')
    .where('invoice.kind', '=', 'invoice')
    .where((where) =>
      where(
        'line.qtyMicro',
        '>',
        where(where.ref('line.matchedQtyMicro'), '+', where.ref('line.creditedQtyMicro')),
      ),
    )
    .orderBy('invoice.postedAt')
    .orderBy('invoice._id'),
);

/**
 * Matches newly received goods with invoices posted before them, so that the result doesn't depend on whether
 * the receipt or the invoice comes first. The purchase order and its invoices are already locked.
 */
export async function matchPendingInvoices(
  ctx: CommandContext,
  receipt: { number: string; place: string },
  receiptLines: readonly { lineId: string; poLineId: string | null }[],
): Promise<void> {
  const poLineIds = [...new Set(receiptLines.flatMap(({ poLineId }) => poLineId ?? []))];
  if (poLineIds.length === 0) return;
  const matchedAt = ctx.now.toISOString();
  for (const { _id } of await selectPendingInvoices(ctx.tx, poLineIds)) {
    const invoice = await invoiceStore.readLocked(ctx.tx, ctx.actor, _id);
    const { header } = invoice;
    const plan = await planMatches(ctx.tx, invoice, new Set(receiptLines.map(({ lineId }) => lineId)));
    if (plan.matches.length === 0) continue;
    await writeMatches(ctx, invoice, plan, await loadBusinessDay(ctx.tx, header.place, matchedAt));
    for (const { line, row } of plan.matches) {
      header.stockDifferenceE4 += row.stockE4;
      header.varianceE4 += row.varianceE4;
      if (line.matchedQtyMicro + line.creditedQtyMicro < line.qtyMicro) line.state = 'quantity';
      else line.state = plan.states.get(line.lineId) ?? 'matched';
    }
    await saveEdit(ctx, invoiceStore, invoice, {
      lines: invoice.lines,
      after: { receipt: receipt.number, matched: plan.matches.length },
    });
  }
}
