import { sql } from 'kysely';
import { statement } from './statements.ts';
import type { Queryable, Tx } from './types.ts';

const advance = statement((db, name: string) =>
  db
    .insertInto('sequences')
    .values({ name, next: 2 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ next: sql<number>`${sql.ref('sequences.next')} + 1` }),
    )
    .returning('next'),
);

/**
 * Takes the next number of a named sequence, starting at 1. The row stays locked until the commit, so numbers
 * have no gaps and no two documents share one.
 */
export async function takeNumber(tx: Tx, name: string): Promise<number> {
  const [row] = await advance(tx, name);
  return Number(row?.next) - 1;
}

/** Returns the number that `takeNumber` would return now, without taking it. */
export async function peekNumber(db: Queryable, name: string): Promise<number> {
  const row = await db.selectFrom('sequences').select('next').where('name', '=', name).executeTakeFirst();
  return Number(row?.next ?? 1);
}

/** Formats a document number: `ORD-2026-000123`. */
export function formatDocumentNumber(prefix: string, year: number, number: number): string {
  return `${prefix}-${year}-${String(number).padStart(6, '0')}`;
}
