import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { foldText } from '#core/text.ts';
import type { auditQueryParams } from '../input.ts';
import type { Actor } from '#core/permissions.ts';
import { getDayUpperBound } from '#core/day.ts';
import { buildVisibleUserCondition } from '#platform/server/http/visible-users.ts';
import type { AuditRecord } from './audit-record.ts';
import type { Queryable } from '#platform/server/db/types.ts';

type Query = z.output<typeof auditQueryParams>;
type Conditions = Expression<SqlBool>[];

/** Inclusive upper bound: a time, or the end of a day given as a date. */
const isAtMost = (moment: string): RawBuilder<SqlBool> =>
  moment.length === 10 ? sql`at < ${getDayUpperBound(moment)}` : sql`at <= ${moment}`;

/** Filters whose index is sorted in audit order. */
const indexedFilters = ['entityId', 'userId', 'action', 'entity'] as const;

type IndexedFilter = (typeof indexedFilters)[number];

/** Maximum number of rows counted to find the most selective filter. */
const maxCounted = 20_000;

/**
 * Up to this number of users, each user's entries are read from an index; for more users a scan finds enough
 * matches quickly.
 */
const maxUsers = 50;

/**
 * Returns audit rows visible to the actor, newest first. A null actor sees all rows, for a record whose
 * access has already been checked. Every query reads an index in this order and stops at the limit: `q` is
 * resolved to users, whose entries have their own index.
 */
export async function findAudit(db: Queryable, actor: Actor | null, query: Query): Promise<AuditRecord[]> {
  // Entries have no location, but their authors do: a user with locations sees entries by users of these
  // locations.
  const conditions = [
    ...(await buildConditions(db, query)),
    ...(actor ? await buildVisibleUserCondition(db, actor, 'userId') : []),
  ];
  if (!query.q) return readRows(db, query, conditions);
  const userIds = await findUsersByName(db, query.q);
  if (userIds.length > maxUsers)
    return readRows(db, query, [
      ...conditions,
      sql<SqlBool>`${preventIndexUse('userId')} in (${sql.join(userIds)})`,
    ]);
  const { limit, page } = query;
  const rows: AuditRecord[] = [];
  for (const id of userIds) {
    const userConditions = [...conditions, sql<SqlBool>`${sql.ref('userId')} = ${id}`];
    rows.push(...(await readRows(db, { limit: limit * page, page: 1 }, userConditions)));
  }
  return rows
    .sort((a, b) => (a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1))
    .slice((page - 1) * limit, page * limit);
}

async function readRows(
  db: Queryable,
  { limit, page }: Pick<Query, 'limit' | 'page'>,
  conditions: Conditions,
): Promise<AuditRecord[]> {
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const offset = (page - 1) * limit;
  const { rows } = await sql<AuditRecord>`select * from audit ${where}
    order by at desc, seq desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

async function buildConditions(db: Queryable, query: Query): Promise<Conditions> {
  const { from, to, after } = query;
  const usedFilters = indexedFilters.filter((name) => query[name] !== undefined);
  const leadingFilter = await findMostSelectiveFilter(db, query, usedFilters);
  const conditions: Conditions = usedFilters.map(
    (name) => sql`${name === leadingFilter ? sql.ref(name) : preventIndexUse(name)} = ${query[name]}`,
  );
  if (from !== undefined) conditions.push(sql`at >= ${from}`);
  if (to !== undefined) conditions.push(isAtMost(to));
  if (after !== undefined) conditions.push(await buildOlderCondition(db, after));
  return conditions;
}

/** Returns the most selective filter; its index is used. */
async function findMostSelectiveFilter(
  db: Queryable,
  query: Query,
  usedFilters: readonly IndexedFilter[],
): Promise<IndexedFilter | undefined> {
  if (usedFilters.length < 2) return usedFilters[0];
  const counts = usedFilters.map(
    (name) => sql<number>`(select count(*) from
      (select 1 from audit where ${sql.ref(name)} = ${query[name]} limit ${sql.lit(maxCounted)}) as counted)`,
  );
  const columns = counts.map((count, index) => sql`${count} as ${sql.ref(usedFilters[index] as string)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db);
  const getCount = (name: IndexedFilter) => Number(rows[0]?.[name] ?? maxCounted);
  return usedFilters.toSorted((a, b) => getCount(a) - getCount(b))[0];
}

/** Wraps a column so that the planner doesn't use its index. */
const preventIndexUse = (name: string) => sql`coalesce(${sql.ref(name)}, '')`;

/** Condition for entries after the given one in audit order; compares numbers if that entry doesn't exist. */
async function buildOlderCondition(db: Queryable, seq: number): Promise<RawBuilder<SqlBool>> {
  const row = await db.selectFrom('audit').select('at').where('seq', '=', seq).executeTakeFirst();
  if (!row) return sql`seq < ${seq}`;
  return sql`(at < ${row.at} or (at = ${row.at} and seq < ${seq})) and at <= ${row.at}`;
}

/** Returns ids of users whose name or email contains every word, in any order. */
async function findUsersByName(db: Queryable, q: string): Promise<string[]> {
  const words = foldText(q).split(' ').filter(Boolean);
  const users = await db.selectFrom('users').select(['_id', 'name', 'email']).execute();
  return users
    .filter(({ name, email }) => words.every((word) => foldText(`${name} ${email}`).includes(word)))
    .map(({ _id }) => _id);
}
