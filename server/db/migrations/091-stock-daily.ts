import { sql } from 'kysely';
import { dialectOf, integers, type MigrationDb, texts } from './columns.ts';

const ref = (name: string) => sql.ref(name);
const moves = sql.table('stockMoves');

/**
 * What corrects the value of stock that had gone out below zero is a move of its own from now on, without a quantity;
 * and what moves by place, item, kind and business day is kept beside the ledger.
 */
export async function up(db: MigrationDb): Promise<void> {
  await allowValueMoves(db);
  await sql`insert into ${moves} (${sql.join(
    [
      ...same,
      'docLineId',
      'fromPlace',
      'toPlace',
      'qtyMicro',
      'valueE4',
      'kind',
      'businessDay',
      'revaluationE4',
    ].map(ref),
  )})
    select ${sql.join(same.map(ref))}, ${ref('docLineId')} || ':' || kind,
      case when ${ref('revaluationE4')} > 0 then 'adjustment' else ${ref('toPlace')} end,
      case when ${ref('revaluationE4')} > 0 then ${ref('toPlace')} else 'adjustment' end,
      0, abs(${ref('revaluationE4')}), 'revaluation', ${ref('arrivalDay')}, 0
    from ${moves} where ${ref('revaluationE4')} <> 0 order by seq`.execute(db);
  // What these rows refer to is judged now: the table cannot be changed while that is open.
  if (dialectOf(db) === 'postgres') {
    await sql`set constraints all immediate`.execute(db);
    await sql`set constraints all deferred`.execute(db);
  }
  await db.schema.alterTable('stockMoves').dropColumn('revaluationE4').execute();
  for (const [place, day] of [
    ['fromPlace', 'businessDay'],
    ['toPlace', 'arrivalDay'],
  ] as const)
    await db.schema
      .createIndex(`stockMoves_${place}_kind_${day}`)
      .on('stockMoves')
      .columns([place, 'kind', day])
      .execute();

  await integers(
    texts(db.schema.createTable('stockDaily') as never, 'placeId', 'itemId', 'kind', 'businessDay'),
    'qtyMicro',
    'valueE4',
  )
    .addPrimaryKeyConstraint('stockDaily_pk', ['placeId', 'itemId', 'kind', 'businessDay'] as never)
    .execute();
  await db.schema
    .createIndex('stockDaily_placeId_businessDay')
    .on('stockDaily')
    .columns(['placeId', 'businessDay', 'kind'])
    .execute();
  await sql`insert into ${sql.table('stockDaily')}
      (${sql.join(['placeId', 'itemId', 'kind', 'businessDay', 'qtyMicro', 'valueE4'].map(ref))})
    select place, ${ref('itemId')}, kind, day, sum(qty), sum(worth) from (
      select ${ref('toPlace')} as place, ${ref('itemId')}, kind, ${ref('arrivalDay')} as day,
        ${ref('qtyMicro')} as qty, ${ref('valueE4')} as worth from ${moves}
      union all
      select ${ref('fromPlace')}, ${ref('itemId')}, kind, ${ref('businessDay')}, -${ref('qtyMicro')}, -${ref('valueE4')}
      from ${moves}) as sides
    where place not in ('supplier', 'wastage', 'production', 'adjustment', 'consumption')
    group by place, ${ref('itemId')}, kind, day`.execute(db);
}

/** What a correction of value says as the move does that made it needed. */
const same = [
  'postedAt',
  'effectiveAt',
  'itemId',
  'lot',
  'docType',
  'docId',
  'cycle',
  'userId',
  'arrivalDay',
];

/** A move has a quantity, unless it corrects a value alone. */
async function allowValueMoves(db: MigrationDb): Promise<void> {
  const check = sql`(${ref('qtyMicro')} > 0 or (${ref('qtyMicro')} = 0 and kind = 'revaluation'))`;
  const name = ref('stockMoves_positive');
  if (dialectOf(db) === 'postgres') {
    await sql`alter table ${moves} drop constraint ${name}`.execute(db);
    await sql`alter table ${moves} add constraint ${name} check ${check}`.execute(db);
    return;
  }
  const { rows: parts } = await sql<{ type: string; sql: string }>`select type, sql from sqlite_schema
    where tbl_name = 'stockMoves' and sql is not null`.execute(db);
  const made = parts.find(({ type }) => type === 'table')?.sql ?? '';
  const changed = made
    .replace(/^create table "?stockMoves"?/i, 'create table "stockMoves__next"')
    .replace(/\(\s*"qtyMicro" > 0\s*\)/, `("qtyMicro" > 0 or ("qtyMicro" = 0 and "kind" = 'revaluation'))`);
  if (!changed.includes(`= 'revaluation'`)) throw new Error(`stockMoves is not as it was made: ${made}`);
  await sql.raw(changed).execute(db);
  await sql`insert into ${sql.table('stockMoves__next')} select * from ${moves}`.execute(db);
  await sql`drop table ${moves}`.execute(db);
  await sql`alter table ${sql.table('stockMoves__next')} rename to ${moves}`.execute(db);
  for (const part of parts) if (part.type !== 'table') await sql.raw(part.sql).execute(db);
}
