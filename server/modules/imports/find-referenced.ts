import { sql } from 'kysely';
import type { Collection } from '#domain/permissions.ts';
import type { Queryable } from '../../db/types.ts';
import { documents } from '../../documents/registry.ts';
import { type ColumnReference, referencesTo } from '../master-data/references.ts';
import { chunks, withEventLoopYields } from '../../db/many-rows.ts';

/** Tables whose rows have no id of their own: by whose they are known, if anybody's. */
const tablesWithoutId: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(documents.flatMap(({ lines }) => (lines ? [[lines.table, null]] : []))),
  balances: null,
  stockMoves: null,
  packPrices: 'packagingId',
  saleRows: null,
  recipeUses: 'recipeId',
};

/**
 * Which of these rows something else refers to, and which collection does so. Rows that are themselves among `gone` do
 * not count.
 */
export async function findReferenced(
  db: Queryable,
  collection: Collection,
  ids: readonly string[],
  gone: ReadonlySet<string>,
): Promise<Map<string, Collection>> {
  const used = new Map<string, Collection>();
  if (ids.length === 0) return used;
  for (const reference of referencesTo(collection)) {
    for (const id of await (reference.isJson ? findInJson : findInColumn)(db, reference, ids, gone))
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
  gone: ReadonlySet<string>,
): Promise<string[]> {
  const used: string[] = [];
  for await (const some of withEventLoopYields(chunks(ids, 500))) {
    const { rows } = await sql<{ id: string; value: string }>`select distinct ${idOf(table)} as id,
      ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(some)})`.execute(
      db,
    );
    for (const { id, value } of rows) if (!gone.has(id)) used.push(value);
  }
  return used;
}

/** Columns of JSON text are read whole: whatever stands between quotes there may be an id. */
async function findInJson(
  db: Queryable,
  { table, column }: ColumnReference,
  ids: readonly string[],
  gone: ReadonlySet<string>,
): Promise<string[]> {
  const wanted = new Set(ids);
  const used: string[] = [];
  const { rows } = await sql<{
    id: string;
    value: string;
  }>`select ${idOf(table)} as id, ${sql.ref(column)} as value
    from ${sql.table(table)} where ${sql.ref(column)} <> '[]'`.execute(db);
  for await (const { id, value } of withEventLoopYields(rows)) {
    if (gone.has(id)) continue;
    for (const [, word = ''] of value.matchAll(/"([^"]*)"/g)) if (wanted.has(word)) used.push(word);
  }
  return used;
}
