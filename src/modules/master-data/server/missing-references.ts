import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import type { Collection } from '#core/permissions.ts';
import { resources } from '../collections.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { lockRowsShared } from '#platform/server/db/locking.ts';
import type { Database } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Tables of collections that can be referenced. */
export const referenceTables: Partial<Record<Collection, string>> = {
  ...Object.fromEntries(resources.map(({ collection, table }) => [collection, table])),
  users: 'users',
  items: 'items',
  recipes: 'recipes',
  gallery: 'gallery',
};

/** Returns errors for dangling references, by field. Checks only fields that `row` contains. */
export async function findMissingReferences(
  db: Queryable,
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
): Promise<FieldRefusals> {
  const fields: Record<string, Refusal> = {};
  for (const [name, { refersTo, label }] of Object.entries(resource.allFields)) {
    const table = refersTo ? referenceTables[refersTo] : undefined;
    const value = row[name];
    if (!table || value === undefined || value === null) continue;
    const ids = [...new Set(Array.isArray(value) ? (value as string[]) : [value as string])];
    if (ids.length === 0) continue;
    await lockRowsShared(db, table as keyof Database, ids);
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where ${sql.ref('_id')} in (${sql.join(ids)})`.execute(db);
    if (Number(rows[0]?.count) !== ids.length) fields[name] = refusal('no-such-row', { label });
  }
  return fields;
}
