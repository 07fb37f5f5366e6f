import { refusal } from '#core/refusals/refusal.ts';
import { type SqlBool, sql } from 'kysely';
import { type Actor, type Collection, canRead, getScope } from '#core/permissions.ts';
import { resources } from '../collections.ts';
import type { UsageRow } from '#platform/collections/row-history-shape.ts';
import { likeJsonElement } from '#platform/server/db/like.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { problem } from '#platform/server/http/problems.ts';
import { belongsToLocation } from '#platform/collections/server/scope.ts';
import { hasReference } from '#platform/collections/server/store.ts';
import { type ColumnReference, listReferencesTo } from './references.ts';

const pluralLabels: Partial<Record<Collection, string>> = Object.fromEntries(
  resources.map(({ collection, labels }) => [collection, labels.many.toLowerCase()]),
);

/** Plural name of a collection's rows. */
export const getCollectionLabel = (collection: Collection): string =>
  pluralLabels[collection] ?? collection.replaceAll('-', ' ');

/** Returns the label of a collection that prevents a row from being deleted, or null. */
export async function findFirstUse(
  db: Queryable,
  collection: Collection,
  id: string,
): Promise<string | null> {
  for (const { collection: referencing, table, column, isJson, blocks } of listReferencesTo(collection)) {
    if (blocks && (await hasReference(db, table, column, id, { isJson })))
      return getCollectionLabel(referencing);
  }
  return null;
}

/**
 * Key and name columns of tables that differ from master data. Lines are counted as their document; a null
 * name means that no name is shown.
 */
const countedColumns: Readonly<Record<string, { key: string; name: string | null }>> = {
  ...Object.fromEntries(documents.map(({ table, number }) => [table, { key: '_id', name: number }])),
  ...Object.fromEntries(
    documents.flatMap(({ lines }) => (lines ? [[lines.table, { key: lines.document, name: null }]] : [])),
  ),
  balances: { key: 'itemId', name: null },
  stockMoves: { key: 'seq', name: null },
  itemLevels: { key: '_id', name: null },
  itemConversions: { key: 'itemId', name: null },
  packPrices: { key: 'packagingId', name: null },
  recipeUses: { key: 'recipeId', name: null },
  tillItems: { key: '_id', name: 'code' },
  saleDays: { key: '_id', name: null },
  saleRows: { key: 'dayId', name: null },
};

/** Collections limited to the actor's locations; rows elsewhere aren't counted. */
const isScoped = (collection: Collection) =>
  belongsToLocation(collection) ||
  collection === 'stock' ||
  collection === 'sales' ||
  documents.some((document) => document.collection === collection);

const maxCounted = 1000;
const maxNamed = 5;

/** Returns the collections that use a row, with the number of rows and the names of the first few. */
export async function readUsage(
  db: Queryable,
  actor: Actor,
  collection: Collection,
  id: string,
): Promise<UsageRow[]> {
  const byTable = Map.groupBy(listReferencesTo(collection), ({ table }) => table);
  const usages: UsageRow[] = [];
  for (const references of byTable.values()) {
    if (references[0]?.isPast && usages.some((usage) => usage.collection === references[0]?.collection))
      continue;
    const usage = await readTableUsage(db, actor, references, id);
    if (usage) usages.push(usage);
  }
  return usages;
}

async function readTableUsage(
  db: Queryable,
  actor: Actor,
  references: readonly ColumnReference[],
  id: string,
): Promise<UsageRow | null> {
  const [{ collection, table, blocks } = references[0] as ColumnReference] = references;
  const fields = references.map(({ column }) => column);
  const common = { collection, blocks, fields };
  const isHidden = !canRead(actor, collection) || (isScoped(collection) && getScope(actor).kind !== 'all');
  if (isHidden) {
    for (const { column, isJson } of references) {
      if (await hasReference(db, table, column, id, { isJson }))
        return { ...common, count: null, isCapped: false, rows: [] };
    }
    return null;
  }
  const { key, name } = countedColumns[table] ?? { key: '_id', name: 'name' };
  const { rows } = await sql<{ id: string | number; name: string | null }>`
    select distinct ${sql.ref(key)} as id, ${name ? sql.ref(name) : sql`null`} as name
    from ${sql.table(table)} where ${sql.join(
      references.map((reference) => refersTo(reference, id)),
      sql` or `,
    )}
    limit ${sql.lit(maxCounted + 1)}`.execute(db);
  if (rows.length === 0) return null;
  const namedRows = rows.flatMap((row) =>
    row.name === null ? [] : [{ _id: String(row.id), name: row.name }],
  );
  return {
    ...common,
    count: Math.min(rows.length, maxCounted),
    isCapped: rows.length > maxCounted,
    rows: namedRows.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, maxNamed),
  };
}

const refersTo = ({ column, isJson }: ColumnReference, id: string) =>
  isJson
    ? sql<SqlBool>`${sql.ref(column)} like ${likeJsonElement(id)}`
    : sql<SqlBool>`${sql.ref(column)} = ${id}`;

/** Builds problem 409 for deleting a row that is in use; it suggests archiving the row. */
export function createInUseProblem(name: string, usedBy: string) {
  return problem('IN_USE', refusal('used-by', { name, user: usedBy }), {
    details: { usedBy, archive: { isActive: false } },
  });
}
