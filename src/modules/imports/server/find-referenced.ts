import { sql } from 'kysely';
import type { Collection } from '#core/permissions.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { type ColumnReference, listReferencesTo } from '#modules/master-data/server/references.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';

/** Tables whose rows have no id, with the column that identifies the owner, or null. */
const tablesWithoutId: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(documents.flatMap(({ lines }) => (lines ? [[lines.table, null]] : []))),
  balances: null,
  stockMoves: null,
  packPrices: 'packagingId',
  saleRows: null,
  recipeUses: 'recipeId',
};

/**
 * Returns the given rows that are referenced, each with the referencing collection. References from rows in
 * `ignored` don't count.
 */
export async function findReferenced(
  db: Queryable,
  collection: Collection,
  ids: readonly string[],
  ignored: ReadonlySet<string>,
): Promise<Map<string, Collection>> {
  const foundIds = new Map<string, Collection>();
  if (ids.length === 0) return foundIds;
  for (const reference of listReferencesTo(collection)) {
    for (const id of await (reference.isJson ? findInJson : findInColumn)(db, reference, ids, ignored))
      if (!foundIds.has(id)) foundIds.set(id, reference.collection);
  }
  return foundIds;
}

function buildIdExpression(table: string) {
  const column = table in tablesWithoutId ? tablesWithoutId[table] : '_id';
  return column ? sql.ref(column) : sql`''`;
}

async function findInColumn(
  db: Queryable,
  { table, column }: ColumnReference,
  ids: readonly string[],
  ignored: ReadonlySet<string>,
): Promise<string[]> {
  const foundIds: string[] = [];
  for await (const chunk of withEventLoopYields(chunks(ids, 500))) {
    const { rows } = await sql<{
      id: string;
      value: string;
    }>`select distinct ${buildIdExpression(table)} as id,
      ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(chunk)})`.execute(
      db,
    );
    for (const { id, value } of rows) if (!ignored.has(id)) foundIds.push(value);
  }
  return foundIds;
}

/** Reads whole JSON columns, because any quoted string may be an id. */
async function findInJson(
  db: Queryable,
  { table, column }: ColumnReference,
  ids: readonly string[],
  ignored: ReadonlySet<string>,
): Promise<string[]> {
  const idSet = new Set(ids);
  const foundIds: string[] = [];
  const { rows } = await sql<{
    id: string;
    value: string;
  }>`select ${buildIdExpression(table)} as id, ${sql.ref(column)} as value
    from ${sql.table(table)} where ${sql.ref(column)} <> '[]'`.execute(db);
  for await (const { id, value } of withEventLoopYields(rows)) {
    if (ignored.has(id)) continue;
    for (const [, word = ''] of value.matchAll(/"([^"]*)"/g)) if (idSet.has(word)) foundIds.push(word);
  }
  return foundIds;
}
