import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import type { MigrationDb } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** What the rows of moves refer to since then. */
export const arrivalReferences: readonly Reference[] = [
  { table: 'stockMoves', column: 'toLotId', to: 'lots' },
];

/**
 * Goods may arrive as another lot than they were sent as: a move says both, and a line of a document then moves one lot
 * as several. Waste may be of several lots.
 */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('stockMoves')
    .addColumn('toLotId', 'text', (column) =>
      column.modifyEnd(sql`references lots (${ref('_id')}) deferrable initially deferred`),
    )
    .execute();
  await db.schema.dropIndex('stockMoves_docType_docLineId_kind_lot_cycle_unique').execute();
  await sql`create unique index ${ref('stockMoves_line_unique')} on ${sql.table('stockMoves')}
    (${ref('docType')}, ${ref('docLineId')}, kind, lot, cycle, coalesce(${ref('toLotId')}, ''))`.execute(db);
  await sql`create index ${ref('stockMoves_toLotId_seq')} on ${sql.table('stockMoves')} (${ref('toLotId')}, seq)
    where ${ref('toLotId')} is not null`.execute(db);
  await db.schema
    .alterTable('wastage')
    .addColumn('lots', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
