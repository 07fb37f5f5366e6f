import { sql } from 'kysely';
import { businessDayOf } from '#domain/business-day.ts';
import { appendOnly, dialectOf, type MigrationDb } from './columns.ts';

/** Rows worked on at once, whatever the size of the business. */
const batch = 2000;

/**
 * The day on a place's own clock, kept with every move of stock and every document that moves some: `businessDay` by the
 * clock of the place that gives (of the place that takes, where goods come from outside), `arrivalDay` by that of the
 * place that takes. What is stored gets its days by the zones as they stand.
 */
export async function up(db: MigrationDb): Promise<void> {
  const zones = await zonesOfPlaces(db);
  for (const column of ['businessDay', 'arrivalDay'])
    await db.schema
      .alterTable('stockMoves')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute();
  await db.schema
    .alterTable('wastage')
    .addColumn('businessDay', 'text', (text) => text.notNull().defaultTo(''))
    .execute();
  for (const column of ['shippedDay', 'receivedDay'])
    await db.schema.alterTable('orders').addColumn(column, 'text').execute();
  await db.schema.alterTable('discrepancies').addColumn('businessDay', 'text').execute();

  await withoutGuard(db, () => fillMoves(db, zones));
  await fillByKey(db, 'wastage', ['dateTime', 'branch'], (row) => ({
    businessDay: businessDayOf(row['dateTime'] ?? '', zones.get(row['branch'] ?? '') ?? null),
  }));
  const dayOf = (at: string | null | undefined, place: string | null | undefined) =>
    at ? businessDayOf(at, zones.get(place ?? '') ?? null) : null;
  await fillByKey(db, 'orders', ['shippedAt', 'receivedAt', 'branch', 'kitchen'], (row) => ({
    shippedDay: dayOf(row['shippedAt'], row['kitchen']),
    receivedDay: dayOf(row['receivedAt'], row['branch']),
  }));
  // What a decision moved says where: one that moved nothing has no day.
  await sql`update discrepancies set ${sql.ref('businessDay')} = (
    select min(m.${sql.ref('businessDay')}) from ${sql.table('stockMoves')} as m
    where m.${sql.ref('docId')} = discrepancies.${sql.ref('_id')})`.execute(db);

  await db.schema
    .createIndex('wastage_branch_businessDay')
    .on('wastage')
    .columns(['branch', 'businessDay'])
    .execute();
  await db.schema.createIndex('wastage_businessDay').on('wastage').column('businessDay').execute();
}

/** The ledger takes no changes: for these columns, which it did not have, it does once. */
export async function withoutGuard(db: MigrationDb, work: () => Promise<void>): Promise<void> {
  if (dialectOf(db) === 'sqlite')
    for (const action of ['update', 'delete'])
      await sql`drop trigger ${sql.ref(`stockMoves_no_${action}`)}`.execute(db);
  else await sql`drop trigger ${sql.ref('stockMoves_append_only')} on ${sql.table('stockMoves')}`.execute(db);
  await work();
  await appendOnly(db, 'stockMoves');
}

async function fillMoves(db: MigrationDb, zones: ReadonlyMap<string, string | null>): Promise<void> {
  const dayAt = dayKeeper();
  for (let after = -1; ; ) {
    const rows = (await db
      .selectFrom('stockMoves')
      .select(['seq', 'effectiveAt', 'fromPlace', 'toPlace'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(batch)
      .execute()) as { seq: number; effectiveAt: string; fromPlace: string; toPlace: string }[];
    const last = rows.at(-1);
    if (!last) return;
    const groups = Map.groupBy(rows, ({ effectiveAt, fromPlace, toPlace }) => {
      const from = zones.has(fromPlace) ? dayAt(effectiveAt, zones.get(fromPlace) ?? null) : null;
      const to = zones.has(toPlace) ? dayAt(effectiveAt, zones.get(toPlace) ?? null) : null;
      const businessDay = from ?? to ?? effectiveAt.slice(0, 10);
      return `${businessDay} ${to ?? businessDay}`;
    });
    for (const [days, moves] of groups) {
      const [businessDay, arrivalDay] = days.split(' ');
      await db
        .updateTable('stockMoves')
        .set({ businessDay, arrivalDay })
        .where(
          'seq',
          'in',
          moves.map(({ seq }) => seq),
        )
        .execute();
    }
    after = Number(last.seq);
  }
}

/** Fills columns of a table by what each row says; rows that come to the same are written together. */
async function fillByKey(
  db: MigrationDb,
  table: string,
  columns: readonly string[],
  daysOf: (row: Record<string, string | null>) => Record<string, string | null>,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = (await db
      .selectFrom(table)
      .select(['_id', ...columns])
      .where('_id', '>', after)
      .orderBy('_id')
      .limit(batch)
      .execute()) as Record<string, string | null>[];
    const last = rows.at(-1)?.['_id'];
    if (!last) return;
    for (const [days, alike] of Map.groupBy(rows, (row) => JSON.stringify(daysOf(row))))
      await db
        .updateTable(table)
        .set(JSON.parse(days) as Record<string, string | null>)
        .where(
          '_id',
          'in',
          alike.map((row) => row['_id']),
        )
        .execute();
    after = last;
  }
}

/** The time zone of every place that has stock: that of the branch or kitchen it belongs to. */
async function zonesOfPlaces(db: MigrationDb): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ place: string; timezone: string | null }>`
    select p.${sql.ref('placeId')} as place, b.timezone from places as p
    left join branches as b on b.${sql.ref('_id')} = p.${sql.ref('branchId')}`.execute(db);
  return new Map(rows.map(({ place, timezone }) => [place, timezone]));
}

/** Every zone has been off UTC by whole quarters of an hour since then: so no day begins within one. */
const quartersSince = '1973';
const mostRemembered = 100_000;

/** Remembers days by zone and quarter of an hour: much is posted at the same time, and asking a clock takes long. */
function dayKeeper() {
  const known = new Map<string, string>();
  return (at: string, timezone: string | null): string => {
    if (at < quartersSince) return businessDayOf(at, timezone);
    const key = `${timezone} ${at.slice(0, 13)} ${Math.floor(Number(at.slice(14, 16)) / 15)}`;
    const day = known.get(key) ?? businessDayOf(at, timezone);
    if (known.size >= mostRemembered) known.clear();
    known.set(key, day);
    return day;
  };
}
