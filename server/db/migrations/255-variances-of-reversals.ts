import { sql } from 'kysely';
import { remake } from './117-transfers.ts';
import { dialectOf, type MigrationDb } from './columns.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);
const withReversals = (made: string): string =>
  made.replace(
    /'invoice_variance'(::text)?/,
    (last, type: string | undefined) => `${last}, 'reversal_difference'${type ?? ''}`,
  );

/**
 * Reversals take out the value that their original brought in; what the balance could not give is a move of value alone. For
 * reversals that were posted at another value before, the difference is posted between the account outside and `adjustment`.
 */
export async function up(db: MigrationDb): Promise<void> {
  await allowKind(db);
  await postMissing(db, new Date().toISOString());
}

async function allowKind(db: MigrationDb): Promise<void> {
  if (dialectOf(db) === 'sqlite') return remake(db, 'stockMoves', withReversals);
  const [moves, name] = [table('stockMoves'), ref('stockMoves_positive')];
  const { rows } = await sql<{ made: string }>`select pg_get_constraintdef(oid) as made from pg_constraint
    where conname = 'stockMoves_positive' and connamespace = current_schema()::regnamespace`.execute(db);
  const before = rows[0]?.made ?? '';
  const after = withReversals(before);
  if (after === before) throw new Error(`stockMoves_positive is not as it was made: ${before}`);
  await sql`alter table ${moves} drop constraint ${name}`.execute(db);
  await sql`alter table ${moves} add constraint ${name} ${sql.raw(after)}`.execute(db);
}

/** Posts what earlier reversals left on an account outside. Takes nothing from any place: what a balance gave stays given. */
export async function postMissing(db: MigrationDb, now: string): Promise<void> {
  const day = now.slice(0, 10);
  const outside = (end: string) =>
    sql`back.${ref(end)} in ('supplier', 'wastage', 'production', 'adjustment', 'consumption')`;
  const account = sql`case when ${outside('toPlace')} then back.${ref('toPlace')} else back.${ref('fromPlace')} end`;
  // What reached the account, beside what should have: more of a reversal to it, less of one from it.
  const lacks = sql`((case when ${outside('toPlace')} then 1 else -1 end) * (own.${ref('valueE4')} - back.${ref('valueE4')}))`;
  const columns = [
    'postedAt',
    'effectiveAt',
    'businessDay',
    'arrivalDay',
    'itemId',
    'fromPlace',
    'toPlace',
    'qtyMicro',
    'valueE4',
    'unitCostE4',
    'lot',
    'docType',
    'docId',
    'docNo',
    'docLineId',
    'kind',
    'cycle',
    'userId',
  ];
  await sql`insert into ${table('stockMoves')} (${sql.join(columns.map(ref))})
    select ${now}, ${now}, ${day}, ${day}, back.${ref('itemId')},
      case when ${lacks} > 0 then 'adjustment' else ${account} end, case when ${lacks} > 0 then ${account} else 'adjustment' end,
      0, abs(${lacks}), 0, back.lot, back.${ref('docType')}, back.${ref('docId')}, back.${ref('docNo')}, back.${ref('docLineId')},
      'reversal_difference', back.cycle, back.${ref('userId')}
    from ${table('stockMoves')} as back join ${table('stockMoves')} as own on own.seq = back.${ref('reversesSeq')}
    where back.${ref('valueE4')} <> own.${ref('valueE4')} and (${outside('toPlace')} or ${outside('fromPlace')})
      and ${account} <> 'adjustment'
    order by back.seq`.execute(db);
}
