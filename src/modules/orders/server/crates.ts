import { buildSscc } from '#core/labels/sscc.ts';
import { takeNumber } from '#platform/server/db/sequences.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { readCompanyPrefix } from '#modules/business/server/business.ts';
import type { LoadedOrder } from './rows.ts';

const getSerialSeries = (prefix: string) => `SSCC-${prefix}`;

/**
 * Assigns an SSCC to each counted crate of an order, if the business has a company prefix. A crate keeps its
 * number when it is repacked; the number of a removed crate is never reused. Once all numbers of a prefix are
 * used up, additional crates get none.
 */
export async function assignCrateNumbers(
  { tx, now }: CommandContext,
  { header }: LoadedOrder,
): Promise<void> {
  const crateCount = header.crates ?? 0;
  await tx
    .updateTable('crates')
    .set({ crate: null })
    .where('orderId', '=', header._id)
    .where('crate', '>', crateCount)
    .execute();
  const prefix = crateCount === 0 ? null : await readCompanyPrefix(tx);
  if (prefix === null) return;
  const numberedCrates = new Set((await loadCrates(tx, header._id)).map(({ crate }) => crate));
  for (let crate = 1; crate <= crateCount; crate++) {
    if (numberedCrates.has(crate)) continue;
    const sscc = buildSscc(prefix, await takeNumber(tx, getSerialSeries(prefix)));
    if (sscc === null) return;
    const at = now.toISOString();
    await tx.insertInto('crates').values({ sscc, orderId: header._id, crate, at }).execute();
  }
}

/**
 * Locks the serial series before other numbers are allocated. Shipping several orders allocates serials and
 * delivery note numbers alternately, so two such transactions could deadlock.
 */
export async function lockCrateSerials(tx: Tx): Promise<void> {
  const prefix = await readCompanyPrefix(tx);
  if (prefix === null) return;
  const name = getSerialSeries(prefix);
  await tx
    .insertInto('sequences')
    .values({ name, next: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .execute();
}

/** Returns the SSCCs of an order in crate order. */
export async function loadSsccs(db: Queryable, orderId: string): Promise<string[]> {
  return (await loadCrates(db, orderId)).map(({ sscc }) => sscc);
}

const loadCrates = (db: Queryable, orderId: string) =>
  db
    .selectFrom('crates')
    .select(['sscc', 'crate'])
    .where('orderId', '=', orderId)
    .where('crate', 'is not', null)
    .orderBy('crate')
    .execute();
