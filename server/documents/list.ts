import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayAfter } from '#domain/day-range.ts';
import type { Actor } from '#domain/permissions.ts';
import { foldText } from '#domain/text.ts';
import { likePattern } from '../db/like.ts';
import { scopeCondition } from '../db/scope.ts';
import type { Queryable } from '../db/types.ts';
import type { RouteResponse } from '../http/route.ts';
import type { AnyDocument, DocumentList } from './define.ts';
import { documentColumns, documentTables } from './store.ts';

interface ListQuery extends Readonly<Record<string, unknown>> {
  page: number;
  limit: number;
  sort: string;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * A page of the documents of a kind that the actor sees: filtered (a list stands for any of its values), looked in and sorted
 * by its definition. The query has been checked by its schema, which names the fields to sort by. `more`: what a kind asks
 * besides, in its own words.
 */
export async function listDocuments<Row>(
  db: Queryable,
  actor: Actor,
  document: AnyDocument,
  query: ListQuery,
  show: (row: Row) => unknown,
  more: readonly RawBuilder<SqlBool>[] = [],
): Promise<RouteResponse> {
  const { list, table } = document;
  if (!list) throw new Error(`${document.type} has a list of its own`);
  const where = sql`where ${sql.join([scopeCondition(actor, document.scope), ...conditions(table, list, query), ...more], sql` and `)}`;
  const from = documentTables(document);
  const isDescending = query.sort.startsWith('-');
  const column = list.sort[query.sort.replace('-', '')] ?? '_id';
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const page = await sql<Row>`select ${documentColumns(document)} from ${from} ${where}
    order by ${sql.ref(`${table}.${column}`)} ${direction}, ${sql.ref(`${table}._id`)} ${direction}
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
  // What stands beside a document is one row of each: it is looked at where words are looked for in it, or nobody knows what is asked.
  const counting = query.q === undefined && more.length === 0 ? sql.table(table) : from;
  const counted = await sql<{ total: number }>`select count(*) as total from ${counting} ${where}`.execute(
    db,
  );
  return {
    status: 200,
    body: page.rows.map(show),
    headers: { 'x-total-count': String(counted.rows[0]?.total ?? 0) },
  };
}

function conditions(table: string, list: DocumentList, query: ListQuery): RawBuilder<SqlBool>[] {
  const { q, from, to } = query;
  const inTable = (column: string) => sql.ref(`${table}.${column}`);
  const equal = list.filters.flatMap((name) => {
    const wanted = query[name];
    if (wanted === undefined) return [];
    if (!Array.isArray(wanted)) return [sql<SqlBool>`${inTable(name)} = ${wanted}`];
    return [sql<SqlBool>`${inTable(name)} in (${sql.join(wanted)})`];
  });
  const days = list.day === undefined ? null : inTable(list.day);
  return [
    ...equal,
    ...(q ? [searchCondition(list, q)] : []),
    ...(days && from ? [sql<SqlBool>`${days} >= ${from}`] : []),
    ...(days && to ? [sql<SqlBool>`${days} < ${dayAfter(to)}`] : []),
  ];
}

/** Numbers are written in capitals; words are kept folded. */
function searchCondition({ search }: DocumentList, q: string): RawBuilder<SqlBool> {
  const ways = [
    ...search.numbers.map((column) => sql<SqlBool>`${sql.ref(column)} like ${likePattern(q.toUpperCase())}`),
    ...search.words.map((column) => sql<SqlBool>`${sql.ref(column)} like ${likePattern(foldText(q))}`),
  ];
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
}
