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
  const used = new Map<string, Collection>();
  if (ids.length === 0) return used;
  for (const reference of listReferencesTo(collection)) {
    for (const id of await (reference.isJson ? findInJson : findInColumn)(db, reference, ids, ignored))
      if (!used.has(id)) used.set(id, reference.collection);
  }
  return used;
}

function idOf(table: string) {
  const column = table in tablesWithoutId ? tablesWithoutId[table] : '_id';
  return column ? sql.ref(column) : sql`''`;
}

async function findInColumn(
  db: Queryable,
  { table, column }: ColumnReference,
  ids: readonly string[],
  ignored: ReadonlySet<string>,
): Promise<string[]> {
  const used: string[] = [];
  for await (const chunk of withEventLoopYields(chunks(ids, 500))) {
    const { rows } = await sql<{ id: string; value: string }>`select distinct ${idOf(table)} as id,
      ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(chunk)})`.execute(
      db,
    );
    for (const { id, value } of rows) if (!ignored.has(id)) used.push(value);
  }
  return used;
}

/** Reads JSON columns completely: any quoted text may be an id. */
async function findInJson(
  db: Queryable,
  { table, column }: ColumnReference,
  ids: readonly string[],
  ignored: ReadonlySet<string>,
): Promise<string[]> {
  const idSet = new Set(ids);
  const used: string[] = [];
  const { rows } = await sql<{
    id: string;
    value: string;
  }>`select ${idOf(table)} as id, ${sql.ref(column)} as value
    from ${sql.table(table)} where ${sql.ref(column)} <> '[]'`.execute(db);
  for await (const { id, value } of withEventLoopYields(rows)) {
    if (ignored.has(id)) continue;
    for (const [, word = ''] of value.matchAll(/"([^"]*)"/g)) if (idSet.has(word)) used.push(word);
  }
  return used;
}
