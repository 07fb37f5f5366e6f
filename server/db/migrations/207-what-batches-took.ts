import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** What batches took at a place is looked for among their moves alone, which are few where much is used. */
export async function up(db: MigrationDb): Promise<void> {
  for (const [place, day, kind] of [
    ['fromPlace', 'businessDay', 'consumption'],
    ['toPlace', 'arrivalDay', 'consumption_reversal'],
  ] as const)
    await sql`create index ${ref(`stockMoves_batches_${place}`)} on ${sql.table('stockMoves')}
      (${sql.join([place, 'kind', day, 'itemId', 'qtyMicro', 'valueE4'].map(ref))})
      where kind = ${sql.lit(kind)} and ${ref('docType')} = 'production_batch'`.execute(db);
}
