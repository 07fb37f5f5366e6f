import { sql } from 'kysely';
import type { Collection } from '#domain/permissions.ts';
import type { Queryable } from '../../db/types.ts';
import { usagesOf } from '../master-data/references.ts';
import { chunks } from './existing.ts';

type Usage = readonly [table: string, column: string, words: string, isJson?: 'json'];

/** What an item leaves behind in tables that are no master data. */
const ofItems: readonly Usage[] = [
  ['stockMoves', 'itemId', 'stock moves'],
  ['orderLines', 'itemId', 'orders'],
  ['wastage', 'item', 'wastage'],
  ['itemLevels', 'itemId', 'item levels'],
];

/** Tables whose rows have no id of their own. */
const withoutId: ReadonlySet<string> = new Set(['balances', 'orderLines', 'stockMoves']);

/**
 * The first of these rows that something else refers to, and what does so in a word; null when nothing does.
 * Rows that are themselves among `gone` do not count.
 */
export async function usedAmong(
  db: Queryable,
  collection: Collection,
  ids: readonly string[],
  gone: ReadonlySet<string>,
): Promise<{ id: string; by: string } | null> {
  const usages = [...usagesOf(collection), ...(collection === 'items' ? ofItems : [])];
  for (const usage of usages) {
    const used = await (usage[3] === 'json' ? heldInJson : heldInColumn)(db, usage, ids, gone);
    if (used !== null) return { id: used, by: usage[2] };
  }
  return null;
}

const idOf = (table: string) => (withoutId.has(table) ? sql`''` : sql.ref('_id'));

async function heldInColumn(
  db: Queryable,
  [table, column]: Usage,
  ids: readonly string[],
  gone: ReadonlySet<string>,
): Promise<string | null> {
  for (const some of chunks(ids, 500)) {
    const { rows } = await sql<{ id: string; value: string }>`select distinct ${idOf(table)} as id,
      ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(some)})`.execute(
      db,
    );
    const other = rows.find(({ id }) => !gone.has(id));
    if (other) return other.value;
  }
  return null;
}

/** Columns of JSON text are read whole: whatever stands between quotes there may be an id. */
async function heldInJson(
  db: Queryable,
  [table, column]: Usage,
  ids: readonly string[],
  gone: ReadonlySet<string>,
): Promise<string | null> {
  const wanted = new Set(ids);
  const { rows } = await sql<{
    id: string;
    value: string;
  }>`select ${idOf(table)} as id, ${sql.ref(column)} as value
    from ${sql.table(table)} where ${sql.ref(column)} <> '[]'`.execute(db);
  for (const { id, value } of rows) {
    if (gone.has(id)) continue;
    for (const [, word = ''] of value.matchAll(/"([^"]*)"/g)) if (wanted.has(word)) return word;
  }
  return null;
}
