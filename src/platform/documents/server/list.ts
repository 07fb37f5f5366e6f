import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '#core/permissions.ts';
import { getDocumentColumn } from '../document-rows.ts';
import { foldText } from '#core/text.ts';
import { getDayUpperBound } from '#core/day.ts';
import { likePattern } from '#platform/server/db/like.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';
import type { AnyDocument, DocumentListDefinition } from './define.ts';
import { buildDocumentSelectList, listDocumentTables } from './store.ts';

interface ListQuery extends Readonly<Record<string, unknown>> {
  page: number;
  limit: number;
  sort: string;
  q?: string | undefined;
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Returns a page of the documents visible to the actor, filtered, searched and sorted according to the list's
 * specification. The query must be validated.
 *
 * @param extraConditions additional conditions specific to the kind
 */
export async function listDocuments<Row>(
  db: Queryable,
  actor: Actor,
  document: AnyDocument,
  query: ListQuery,
  present: (row: Row) => unknown,
  extraConditions: readonly RawBuilder<SqlBool>[] = [],
): Promise<RouteResponse> {
  const { list, table } = document;
  if (!list) throw new Error(`${document.type} has no list definition`);
  const where = sql`where ${sql.join([scopeCondition(actor, document.scope), ...buildConditions(table, list, query), ...extraConditions], sql` and `)}`;
  const from = listDocumentTables(document);
  const isDescending = query.sort.startsWith('-');
  const column = getColumn(document, query.sort.replace('-', ''));
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const page = await sql<Row>`select ${buildDocumentSelectList(document)} from ${from} ${where}
    order by ${sql.ref(`${table}.${column}`)} ${direction}, ${sql.ref(`${table}._id`)} ${direction}
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
  // Joined tables are 1:1, so the count joins them only if a search text or an additional condition may need
  // them.
  const countTables = query.q === undefined && extraConditions.length === 0 ? sql.table(table) : from;
  const count = await sql<{ total: number }>`select count(*) as total from ${countTables} ${where}`.execute(
    db,
  );
  return {
    status: 200,
    body: page.rows.map(present),
    headers: { 'x-total-count': String(count.rows[0]?.total ?? 0) },
  };
}

/** Returns the column of a field: `goodsValue` is stored as `goodsValueE4`. */
function getColumn({ fields }: AnyDocument, field: string): string {
  const spec = fields[field];
  return (spec && getDocumentColumn(field, spec)?.column) ?? field;
}

function buildConditions(
  table: string,
  list: DocumentListDefinition,
  query: ListQuery,
): RawBuilder<SqlBool>[] {
  const { filters, hasSeveralStatuses, days: dayField } = list.spec;
  const { q, from, to, status } = query;
  const qualify = (column: string) => sql.ref(`${table}.${column}`);
  const statuses = hasSeveralStatuses ? status?.split(',') : status && [status];
  const equalities = Object.keys(filters).flatMap((name) =>
    query[name] === undefined ? [] : [sql<SqlBool>`${qualify(name)} = ${query[name]}`],
  );
  const days = dayField === null || dayField === 'condition' ? null : qualify(dayField);
  return [
    ...(statuses ? [sql<SqlBool>`${qualify('status')} in (${sql.join(statuses)})`] : []),
    ...equalities,
    ...(q ? [searchCondition(list, q)] : []),
    ...(days && from ? [sql<SqlBool>`${days} >= ${from}`] : []),
    ...(days && to ? [sql<SqlBool>`${days} < ${getDayUpperBound(to)}`] : []),
  ];
}

/** Numbers are stored in upper case, text is stored folded. */
function searchCondition({ search }: DocumentListDefinition, q: string): RawBuilder<SqlBool> {
  const alternatives = [
    ...search.numbers.map((column) => sql<SqlBool>`${sql.ref(column)} like ${likePattern(q.toUpperCase())}`),
    ...search.words.map((column) => sql<SqlBool>`${sql.ref(column)} like ${likePattern(foldText(q))}`),
  ];
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}
