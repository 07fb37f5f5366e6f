import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#platform/collections/define-resource.ts';
import { type JsonField, jsonText } from '#platform/server/db/json-sql.ts';
import type { Actor } from '#core/permissions.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { buildConversionsJson } from '#modules/items/server/shape.ts';
import { buildScopeConditions } from '#platform/collections/server/scope.ts';
import { buildRowJson, type WireRow } from '#platform/collections/server/store.ts';

const idsPerQuery = 500;
const rowsPerQuery = 250;
/** Small, because an item has one level per branch. */
const itemsPerQuery = 20;

/**
 * Returns rows of a collection as JSON; only rows of the given items if `itemIds` is set. Without an actor
 * (the server itself), rows aren't limited to a scope.
 */
export async function readExistingRows(
  db: Queryable,
  resource: Resource,
  itemIds: readonly string[] | null,
  actor: Actor | null,
): Promise<WireRow[]> {
  const rows: WireRow[] = [];
  if (itemIds === null) {
    for (let after = ''; ; ) {
      const page = sql`${sql.ref('_id')} > ${after}`;
      const pageRows = await readRowsWhere(db, resource, page, actor, rowsPerQuery);
      rows.push(...pageRows);
      if (pageRows.length < rowsPerQuery) return rows;
      after = pageRows.at(-1)?._id ?? '';
    }
  }
  for (const ids of chunks(itemIds, itemsPerQuery)) {
    rows.push(...(await readRowsWhere(db, resource, sql`${sql.ref('itemId')} in (${sql.join(ids)})`, actor)));
  }
  return rows;
}

/** Returns rows by id. */
export async function readRowsById(
  db: Queryable,
  resource: Resource,
  ids: readonly string[],
  actor: Actor | null,
): Promise<WireRow[]> {
  const rows: WireRow[] = [];
  for (const chunk of chunks(ids, idsPerQuery)) {
    rows.push(...(await readRowsWhere(db, resource, sql`${sql.ref('_id')} in (${sql.join(chunk)})`, actor)));
  }
  return rows;
}

async function readRowsWhere(
  db: Queryable,
  resource: Resource,
  condition: RawBuilder<unknown>,
  actor: Actor | null,
  maxRows: number | null = null,
): Promise<WireRow[]> {
  const extraFields: Record<string, JsonField> =
    resource.collection === 'items' ? { conversions: buildConversionsJson(db.dialect) } : {};
  const object = jsonText(db.dialect, buildRowJson(db.dialect, resource, { additional: extraFields }));
  const { rows } = await sql<{ json: string }>`select ${object} as json from ${sql.table(resource.table)}
    where ${sql.join([condition, ...buildScopeConditions(resource, actor)], sql` and `)}
    order by ${sql.ref('_id')}
    ${maxRows === null ? sql`` : sql`limit ${maxRows}`}`.execute(db);
  const parsedRows: WireRow[] = [];
  for await (const { json } of withEventLoopYields(rows)) parsedRows.push(JSON.parse(json) as WireRow);
  return parsedRows;
}
