import { refusal } from '#core/refusals/refusal.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '#core/text.ts';
import { joinJson, jsonText } from '#platform/server/db/json-sql.ts';
import { likePattern } from '#platform/server/db/like.ts';
import type { Dialect, Reader } from '#platform/server/db/types.ts';
import { problem } from './problems.ts';
import type { RouteResponse, ReadContext } from './route.ts';

type SqlBoolList = Expression<SqlBool>[];

/** Maximum total; if there are more rows, X-Total-Capped is set. */
export const maxCounted = 10_000;

export interface ListRequest {
  limit: number;
  page: number;
  sort?: string | undefined;
}

/**
 * Returns the sort key for names: the folded name or, if the second name comes first, the folded second name
 * if there is one. `search` contains both, one per line (`buildSearchText`).
 */
export function nameSortKey(dialect: Dialect, table: string, prefersAltName = false): RawBuilder<string> {
  const search = sql.ref(`${table}.search`);
  if (!prefersAltName) return sql<string>`${search}`;
  const position = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
  const fromAlt = sql`substr(${search}, ${position}(${search}, ${sql.lit('\n')}) + 1)`;
  return sql<string>`case when coalesce(${sql.ref(`${table}.nameAlt`)}, '') = '' then ${search} else ${fromAlt} end`;
}

export type Sortable = Readonly<Record<string, string | RawBuilder<unknown>>>;

export interface ListSource {
  db: Reader;
  /** Source of the rows: `from` clause with its joins, the row's JSON, and conditions. */
  from: RawBuilder<unknown>;
  object: RawBuilder<string>;
  conditions: readonly Expression<SqlBool>[];
  /** Sortable names and their columns or sort expressions. */
  sortable: Sortable;
  /** Tie-breaker, so that pages never overlap. */
  key: string;
  /** `field` or `-field`, the default order. */
  defaultSort: string;
}

/**
 * Returns a plain array with X-Total-Count, as JSON built by the database.
 *
 * @throws ApiProblem 400 for an unknown sort field
 */
export async function buildListResponse(source: ListSource, request: ListRequest): Promise<RouteResponse> {
  const { db, from, object, key } = source;
  const where = source.conditions.length > 0 ? sql`where ${sql.join(source.conditions, sql` and `)}` : sql``;
  const order = orderBy(source, request.sort);
  const offset = (request.page - 1) * request.limit;
  const [countResult, page] = await Promise.all([
    sql<{
      count: number;
    }>`select count(*) as count from (select 1 as one from ${from} ${where} limit ${sql.lit(maxCounted + 1)}) as counted`.execute(
      db,
    ),
    sql<{
      json: string;
    }>`select ${jsonText(db.dialect, object)} as json from ${from} ${where} order by ${order}, ${sql.ref(key)} limit ${request.limit} offset ${offset}`.execute(
      db,
    ),
  ]);
  const count = Number(countResult.rows[0]?.count ?? 0);
  const headers = {
    'x-total-count': String(Math.min(count, maxCounted)),
    ...(count > maxCounted && { 'x-total-capped': 'true' }),
  };
  return { status: 200, body: joinJson(page.rows), raw: true, headers };
}

/** Maximum rows of `view=compact`. */
const maxCompact = 20_000;

export interface CompactSource extends Omit<ListSource, 'sortable' | 'defaultSort'> {
  /** The rows' table; `conditions` use its columns only. */
  table: string;
  /** Other tables that the rows depend on; the entity tag changes with any of their rows. */
  relatedTables?: readonly string[];
}

/**
 * Returns all rows in short form with an entity tag, for screens that filter while typing. Costs almost
 * nothing if the rows are unchanged.
 */
export async function buildCompactListResponse(
  { buildEtag, hasTag }: Pick<ReadContext, 'buildEtag' | 'hasTag'>,
  source: CompactSource,
): Promise<RouteResponse> {
  const { db, from, object, conditions, key, table, relatedTables = [] } = source;
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const parts = await Promise.all([
    // Includes only visible rows, so that the tag doesn't reveal changes elsewhere.
    readTableState(db, table, where),
    ...relatedTables.map((relatedTable) => readTableState(db, relatedTable, sql``)),
  ]);
  const headers = { etag: await buildEtag(parts.join(' ')) };
  if (hasTag(headers.etag)) return { status: 200, headers };
  const { rows } = await sql<{
    json: string;
  }>`select ${jsonText(db.dialect, object)} as json from ${from} ${where}
    order by ${sql.ref(key)} limit ${sql.lit(maxCompact)}`.execute(db);
  return {
    status: 200,
    body: joinJson(rows),
    raw: true,
    headers: { ...headers, 'x-total-count': String(rows.length) },
  };
}

async function readTableState(db: Reader, table: string, where: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ count: number; versions: number | null; latest: string | null }>`
    select count(*) as count, sum(version) as versions, max(${sql.ref('updatedAt')}) as latest from ${sql.table(table)} ${where}`.execute(
    db,
  );
  const { count = 0, versions = 0, latest = null } = rows[0] ?? {};
  return [count, versions ?? 0, latest ?? ''].join('-');
}

function orderBy(
  { sortable, defaultSort }: ListSource,
  requestedSort: string | undefined,
): RawBuilder<unknown> {
  const sort = requestedSort === undefined || requestedSort === '' ? defaultSort : requestedSort;
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const sortColumn = Object.hasOwn(sortable, name) ? sortable[name] : undefined;
  if (!sortColumn) {
    const reason = refusal('sort-by', { fields: Object.keys(sortable).join(', ') });
    throw problem('MALFORMED', reason, { messagePrefix: 'sort', fields: { sort: reason } });
  }
  return sql`${typeof sortColumn === 'string' ? sql.ref(sortColumn) : sortColumn} ${sql.raw(isDescending ? 'desc' : 'asc')}`;
}

/**
 * Builds a condition for the rows of a short list that contain every word of `q`; for tables
 * without folded search text.
 */
export function buildTextCondition<R extends { _id: string }>(
  rows: readonly R[],
  getText: (row: R) => string,
  q: string,
): SqlBoolList {
  const words = foldText(q).split(' ').filter(Boolean);
  const ids = rows
    .filter((row) => words.every((word) => foldText(getText(row)).includes(word)))
    .map((row) => row._id);
  return ids.length === 0 ? [sql<SqlBool>`1 = 0`] : [sql<SqlBool>`${sql.ref('_id')} in (${sql.join(ids)})`];
}

/** Builds a condition for rows whose folded search text contains every word of `q`, in any order. */
export function buildWordConditions(column: string, q: string | undefined): SqlBoolList {
  if (!q) return [];
  return foldText(q)
    .split(' ')
    .filter(Boolean)
    .map((word) => sql<SqlBool>`${sql.ref(column)} like ${likePattern(word)}`);
}
