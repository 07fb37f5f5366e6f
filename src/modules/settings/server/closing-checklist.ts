import type { ClosingCheck } from '../shapes.ts';
import { sql } from 'kysely';
import type { Queryable } from '#platform/server/db/types.ts';
import { undecidedCounts } from './closing.ts';

const ref = (name: string) => sql.ref(name);

/**
 * Returns what is open in the days up to `until` (YYYY-MM-DD) across the business; only entries with open
 * points.
 */
export async function readClosingChecklist(db: Queryable, until: string): Promise<ClosingCheck[]> {
  const count = async (query: { executeTakeFirst(): Promise<{ count: unknown } | undefined> }) =>
    Number((await query.executeTakeFirst())?.count ?? 0);
  const counts = db
    .selectFrom('stockCounts')
    .select((eb) => eb.fn.countAll().as('count'))
    .where(({ eb, or }) => or([eb('status', 'in', undecidedCounts), eb('toPost', '>', 0)]))
    .where('businessDay', '<=', until);
  const drafts = db
    .selectFrom('supplierInvoices')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', 'Draft')
    .where('date', '<=', until);
  const discrepancies = db
    .selectFrom('discrepancies')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', 'Open')
    .where('createdAt', '<', `${until}T24`);
  const notBilled = db
    .selectFrom('goodsReceiptLines as l')
    .innerJoin('goodsReceipts as r', 'r._id', 'l.receiptId')
    .select(sql<number>`count(distinct l.${ref('receiptId')})`.as('count'))
    .where('r.businessDay', '<=', until)
    .where('l.isReversed', '=', 0)
    .where(sql<boolean>`l.${ref('qtyMicro')} > l.${ref('billedQtyMicro')} + l.${ref('returnedQtyMicro')}`);
  const found: [ClosingCheck['concern'], number][] = [
    ['counts', await count(counts)],
    ['draftInvoices', await count(drafts)],
    ['discrepancies', await count(discrepancies)],
    ['notBilled', await count(notBilled)],
  ];
  return found
    .filter(([, many]) => many > 0)
    .map(([concern, many]) => ({ concern, count: many, isBlocking: concern === 'counts' }));
}
