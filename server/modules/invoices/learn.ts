import { fromE4 } from '#domain/money.ts';
import { insertRows, statement } from '../../db/statements.ts';
import type { CommandContext } from '../../documents/context.ts';
import { invoiceDocument } from '../../documents/buying-and-making.ts';
import { takePricesBack } from '../prices/history.ts';
import { kept } from '../reviews/propose.ts';
import { targets } from '../reviews/targets.ts';
import type { Line, LoadedInvoice } from './rows.ts';

const waitingFor = statement((db, packs: readonly string[]) =>
  db
    .selectFrom('reviews')
    .select('rowId')
    .where('collection', '=', 'packagings')
    .where('status', '=', 'Pending')
    .where('rowId', 'in', packs),
);

/** The last line of each pack: what an invoice says twice, it says last. */
const billedPacks = (lines: readonly Line[]): Map<string, Line> =>
  new Map(
    lines.flatMap((line) =>
      line.packagingId !== null && line.unit === null ? [[line.packagingId, line]] : [],
    ),
  );

/**
 * What packs are billed at is part of their price history, from the day of the invoice on. The price list itself learns it by a
 * proposal, for somebody to look at: of the packs of this supplier, where the list is no newer and nothing waits already.
 */
export async function learnPrices(ctx: CommandContext, { head, lines }: LoadedInvoice): Promise<void> {
  const packs = billedPacks(lines);
  if (packs.size === 0) return;
  await insertRows(
    ctx.tx,
    'packPrices',
    [...packs].map(([packagingId, { priceE4 }]) => ({
      packagingId,
      supplierId: head.supplier,
      priceE4,
      validFrom: head.date,
      source: 'invoice' as const,
      docType: invoiceDocument.type,
      docId: head._id,
      createdAt: ctx.now.toISOString(),
    })),
  );
  const waiting = new Set((await waitingFor(ctx.tx, [...packs.keys()])).map(({ rowId }) => rowId));
  const calls = { db: ctx.tx, actor: ctx.actor, now: ctx.now, audit: ctx.audit, emit: ctx.emit };
  for (const [id, { priceE4 }] of packs) {
    const base = await targets.packagings.find(ctx.tx, id, true);
    if (!base || waiting.has(id) || base['supplierId'] !== head.supplier) continue;
    const price = fromE4(priceE4);
    const isNewer = typeof base['priceDate'] === 'string' && base['priceDate'] > head.date;
    if (isNewer || base['price'] === price) continue;
    const input = { price, priceDate: head.date };
    await kept(
      calls,
      { collection: 'packagings', operation: 'change', id, input },
      {
        base,
        name: { ...base, ...input },
        before: null,
        why: [head.number, head.supplierNumber, head.date].join(' · '),
      },
    );
  }
}

/** Takes back what the price history learned from an invoice; what is proposed stays with who looks at it. */
export const unlearnPrices = (ctx: CommandContext, { head, lines }: LoadedInvoice): Promise<void> =>
  takePricesBack(ctx.tx, head._id, [...billedPacks(lines).keys()]);
