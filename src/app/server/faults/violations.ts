import { sql } from 'kysely';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { FaultDatabase } from './engines.ts';

/** Returns the ids of the orders whose notes begin with a fault's name, by notes. */
export async function loadOrdersByNotes(
  database: FaultDatabase,
  fault: string,
): Promise<Map<string, string[]>> {
  const db = database.open();
  const rows = await db.read
    .selectFrom('orders')
    .select(['_id', 'notes'])
    .where('notes', 'like', `${fault}-%`)
    .execute();
  await db.close();
  const orders = new Map<string, string[]>();
  for (const { _id, notes } of rows) orders.set(notes ?? '', [...(orders.get(notes ?? '') ?? []), _id]);
  return orders;
}

/** Returns the applied migrations and the number of orders. */
export async function loadDatabaseContents(
  database: FaultDatabase,
): Promise<{ migrations: string[]; orders: number }> {
  const db = database.open();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    db.writer,
  );
  const orders = await db.read.selectFrom('orders').select('_id').execute();
  await db.close();
  return { migrations: rows.map((row) => row.name), orders: orders.length };
}

/**
 * Returns every violation found in a database: file corruption, and broken invariants of stock and documents.
 */
export async function findViolations(database: FaultDatabase): Promise<string[]> {
  const db = database.open();
  try {
    const violations = await reconcile(db.read);
    const lines = violations.map((violation) => JSON.stringify(violation));
    if (db.dialect === 'postgres') return lines;
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.writer);
    return [...lines, ...rows.map((row) => row.integrity_check).filter((message) => message !== 'ok')];
  } finally {
    await db.close();
  }
}
