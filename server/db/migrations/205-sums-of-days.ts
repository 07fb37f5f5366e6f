import { type RawBuilder, sql } from 'kysely';
import { dialectOf, integers, type MigrationDb, texts } from './columns.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/**
 * What days brought, added up over all items of a place, and over all shelves by item, for days that are over. A move that
 * comes later for such a day is put down beside them by the database itself, so that also a program of before cannot leave them wrong.
 */
export async function up(db: MigrationDb): Promise<void> {
  for (const [name, ...key] of [
    ['stockPlaceSums', 'placeId', 'isClosing', 'day', 'kind'],
    ['stockItemSums', 'isClosing', 'day', 'itemId', 'kind'],
  ] as const) {
    const named = integers(
      texts(db.schema.createTable(name) as never, ...key.filter((column) => column !== 'isClosing')),
      'isClosing',
      'billions',
      'rest',
    ).addPrimaryKeyConstraint(`${name}_pk`, [...key] as never);
    // They are read by their key alone.
    await (dialectOf(db) === 'sqlite' ? named.modifyEnd(sql`without rowid`) : named).execute();
  }
  await integers(
    texts(
      db.schema.createTable('stockSumDays').addColumn('day', 'text', (c) => c.primaryKey().notNull()),
      'placeId',
      'closes',
      'itemId',
    ),
    'isClosing',
  ).execute();
  await integers(
    texts(db.schema.createTable('stockLateSides') as never, 'placeId', 'itemId', 'kind', 'day'),
    'seq',
    'isOnShelf',
    'valueE4',
  )
    .addPrimaryKeyConstraint('stockLateSides_pk', ['seq', 'placeId'] as never)
    .execute();
  await noteByTrigger(db);
}

async function noteByTrigger(db: MigrationDb): Promise<void> {
  const both = sql`${side('toPlace', 'arrivalDay', sql``)}; ${side('fromPlace', 'businessDay', sql`-`)};`;
  const isLate = (
    earliest: string,
  ) => sql`exists (select 1 from ${table('stockSumDays')} where ${ref('isClosing')} = 0
    and day >= ${sql.raw(earliest)}(new.${ref('businessDay')}, new.${ref('arrivalDay')}))`;
  if (dialectOf(db) === 'sqlite') {
    await sql`create trigger ${ref('stockMoves_late_sides')} after insert on ${table('stockMoves')} when ${isLate('min')}
      begin ${both} end`.execute(db);
    return;
  }
  await sql`create or replace function ${ref('stockMoves_note_late_sides')}() returns trigger language plpgsql as $body$
    begin if ${isLate('least')} then ${both} end if; return null; end $body$`.execute(db);
  await sql`create trigger ${ref('stockMoves_late_sides')} after insert on ${table('stockMoves')}
    for each row execute function ${ref('stockMoves_note_late_sides')}()`.execute(db);
}

/** Puts down one side of a new move whose day is added up there already; what is not will find it among the figures by day. */
function side(place: string, day: string, sign: RawBuilder<unknown>): RawBuilder<unknown> {
  const [at, happened] = [ref(`new.${place}`), ref(`new.${day}`)];
  return sql`insert into ${table('stockLateSides')}
      (seq, ${ref('placeId')}, ${ref('itemId')}, kind, day, ${ref('isOnShelf')}, ${ref('valueE4')})
    select new.seq, places.${ref('placeId')}, new.${ref('itemId')}, new.kind, ${happened},
      case when places.${ref('branchId')} is not null and places.type not in ('transit', 'hold') then 1 else 0 end,
      ${sign}new.${ref('valueE4')}
    from places cross join ${table('stockSumDays')} as next
    where places.${ref('placeId')} = ${at} and next.${ref('isClosing')} = 0
      and (next.day > ${happened} or (next.day = ${happened} and next.${ref('placeId')} >= ${at}))`;
}
