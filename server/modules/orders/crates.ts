import { buildSscc } from '#domain/labels/sscc.ts';
import { takeNumber } from '../../db/sequences.ts';
import type { Queryable, Tx } from '../../db/types.ts';
import type { CommandContext } from '../../documents/context.ts';
import { companyPrefixOf } from '../settings/business.ts';
import type { LoadedOrder } from './rows.ts';

const series = (prefix: string) => `SSCC-${prefix}`;

/**
 * Gives each counted crate of an order its SSCC, where the business has a company prefix. A crate keeps its number, whatever
 * is packed anew; one that is not counted any more takes its number along, so that none ever stands on two crates. Once the
 * numbers of a prefix are used up crates are as without one.
 */
export async function assignCrateNumbers({ tx, now }: CommandContext, { head }: LoadedOrder): Promise<void> {
  const counted = head.crates ?? 0;
  await tx
    .updateTable('crates')
    .set({ crate: null })
    .where('orderId', '=', head._id)
    .where('crate', '>', counted)
    .execute();
  const prefix = counted === 0 ? null : await companyPrefixOf(tx);
  if (prefix === null) return;
  const known = new Set((await loadCrates(tx, head._id)).map(({ crate }) => crate));
  for (let crate = 1; crate <= counted; crate++) {
    if (known.has(crate)) continue;
    const sscc = buildSscc(prefix, await takeNumber(tx, series(prefix)));
    if (sscc === null) return;
    const at = now.toISOString();
    await tx.insertInto('crates').values({ sscc, orderId: head._id, crate, at }).execute();
  }
}

/**
 * Waits for whoever takes serial numbers, before anything else that is numbered: who ships several orders takes them and the
 * numbers of notes in turns, and two of them would wait for one another.
 */
export async function lockCrateSerials(tx: Tx): Promise<void> {
  const prefix = await companyPrefixOf(tx);
  if (prefix === null) return;
  const name = series(prefix);
  await tx
    .insertInto('sequences')
    .values({ name, next: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .execute();
}

/** The SSCC of each crate of an order, the first crate first. */
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
