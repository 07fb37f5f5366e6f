import { sql } from 'kysely';
import { remake } from './117-transfers.ts';
import { dialectOf, type MigrationDb } from './columns.ts';

const ref = (name: string) => sql.ref(name);
/** All others are judged as before. */
const orOfPieces = (before: string): string => `case when "kind" = 'count_pieces'
  then "qtyMicro" = 0 and "valueE4" = 0 and coalesce("pieces", 0) > 0 else ${before} end`;

/**
 * Of goods that are counted in pieces a count may find more or fewer of them at the weight that the books say: such a move has pieces, and
 * neither a quantity nor a value.
 */
export async function up(db: MigrationDb): Promise<void> {
  if (dialectOf(db) === 'postgres') {
    const [moves, name] = [sql.table('stockMoves'), ref('stockMoves_positive')];
    const { rows } = await sql<{ made: string }>`select pg_get_constraintdef(oid) as made from pg_constraint
      where conname = 'stockMoves_positive' and connamespace = current_schema()::regnamespace`.execute(db);
    const before = /^CHECK (\(.*\))$/is.exec(rows[0]?.made ?? '')?.[1];
    if (before === undefined) throw new Error(`stockMoves_positive is not as it was made: ${rows[0]?.made}`);
    await sql`alter table ${moves} drop constraint ${name}`.execute(db);
    await sql`alter table ${moves} add constraint ${name} check (${sql.raw(orOfPieces(before))})`.execute(db);
    return;
  }
  await remake(db, 'stockMoves', (made) =>
    made.replace(/"qtyMicro" > 0 or \("qtyMicro" = 0 and "kind" in \([^)]*\)\)/, orOfPieces),
  );
}
