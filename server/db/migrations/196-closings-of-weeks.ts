import { type RawBuilder, sql } from 'kysely';
import { dialectOf, integers, type MigrationDb, texts } from './columns.ts';

const ref = (name: string) => sql.ref(name);
const [moves, closings, days] = ['stockMoves', 'stockClosings', 'stockClosingDays'].map((name) =>
  sql.table(name),
) as [RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>];
const figures = ['onHandMicro', 'valueE4', 'enteredMicro', 'enteredE4'];

/**
 * What stood where at the end of some days, kept so that other days are near to one of them. Whoever writes a move that belongs to
 * such a day, be it a program of before, corrects it with the same statement: the database itself sees to that.
 */
export async function up(db: MigrationDb): Promise<void> {
  await integers(
    texts(db.schema.createTable('stockClosings') as never, 'day', 'placeId', 'itemId'),
    ...figures,
  )
    .addPrimaryKeyConstraint('stockClosings_pk', ['day', 'placeId', 'itemId'] as never)
    .execute();
  await integers(
    texts(
      db.schema.createTable('stockClosingDays').addColumn('day', 'text', (c) => c.primaryKey().notNull()),
      'placeId',
      'itemId',
      'enteredAt',
    ),
    'enteredSeq',
    'isSummed',
    'isWhole',
  ).execute();
  await correctByTrigger(db);
}

async function correctByTrigger(db: MigrationDb): Promise<void> {
  const both = sql`${side('toPlace', 'arrivalDay', sql``)}; ${side('fromPlace', 'businessDay', sql`-`)};`;
  const isKept = (earliest: string) => sql`exists (select 1 from ${days} where day >=
    ${sql.raw(earliest)}(new.${ref('businessDay')}, new.${ref('arrivalDay')}, ${enteredDay}))`;
  if (dialectOf(db) === 'sqlite') {
    await sql`create trigger ${ref('stockMoves_closings')} after insert on ${moves} when ${isKept('min')}
      begin ${both} end`.execute(db);
    return;
  }
  await sql`create or replace function ${ref('stockMoves_correct_closings')}() returns trigger language plpgsql as $body$
    begin if ${isKept('least')} then ${both} end if; return null; end $body$`.execute(db);
  await sql`create trigger ${ref('stockMoves_closings')} after insert on ${moves}
    for each row execute function ${ref('stockMoves_correct_closings')}()`.execute(db);
}

const enteredDay = sql`substr(new.${ref('postedAt')}, 1, 10)`;

/** Adds one side of a new move to the closings that it belongs to; what is not made yet will find it among the moves. */
function side(place: string, day: string, sign: RawBuilder<unknown>): RawBuilder<unknown> {
  const [at, happened] = [ref(`new.${place}`), ref(`new.${day}`)];
  const hasHappened = sql`kept.day >= ${happened}`;
  const isEntered = sql`(kept.day >= ${enteredDay} and (kept.${ref('isWhole')} = 1 or
    (new.${ref('postedAt')}, new.seq) <= (kept.${ref('enteredAt')}, kept.${ref('enteredSeq')})))`;
  const part = (is: RawBuilder<unknown>, figure: string) =>
    sql`case when ${is} then ${sign}${ref(`new.${figure}`)} else 0 end`;
  const added = figures.map(
    (name) => sql`${ref(name)} = ${ref(`stockClosings.${name}`)} + ${ref(`excluded.${name}`)}`,
  );
  return sql`insert into ${closings} (day, ${ref('placeId')}, ${ref('itemId')}, ${sql.join(figures.map(ref))})
    select kept.day, ${at}, new.${ref('itemId')}, ${part(hasHappened, 'qtyMicro')}, ${part(hasHappened, 'valueE4')},
      ${part(isEntered, 'qtyMicro')}, ${part(isEntered, 'valueE4')}
    from ${days} as kept
    where ${at} not in ('supplier', 'wastage', 'production', 'adjustment', 'consumption')
      and (kept.${ref('isSummed')} = 1 or (${at}, new.${ref('itemId')}) <= (kept.${ref('placeId')}, kept.${ref('itemId')}))
      and (${hasHappened} or ${isEntered})
    on conflict (day, ${ref('placeId')}, ${ref('itemId')}) do update set ${sql.join(added)}`;
}
