import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, canRead } from '#core/permissions.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import { resources } from '#modules/master-data/collections.ts';
import { documents } from '#modules/documents/server/registry.ts';
import type { AuditRecord } from './audit-record.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Name column by table: `name` for master data, the number for documents. */
const nameColumns: readonly (readonly [table: string, column: string])[] = [
  ...resources.map(({ table }) => [table, 'name'] as const),
  ['items', 'name'],
  ['packagings', 'name'],
  ['users', 'name'],
  ['roles', 'label'],
];

/** Queries for names by id, one per table; only documents that the reader may read, and their lines. */
const buildLookups = (actor: Actor): RawBuilder<unknown>[] => [
  ...nameColumns.map(([table, column]) => buildLookup(table, column)),
  ...documents
    .filter(({ collection }) => canRead(actor, collection))
    .flatMap(({ table, number, scope, lines }) => {
      const condition = scopeCondition(actor, scope);
      return [
        buildLookup(table, number, condition),
        ...(lines && 'itemId' in lines.fields ? [buildLineLookup(table, lines, condition)] : []),
      ];
    }),
];

const buildLookup = (table: string, column: string, condition = sql<SqlBool>`1 = 1`) =>
  sql`select ${sql.ref(`${table}._id`)} as id, ${sql.ref(`${table}.${column}`)} as name
      from requested join ${sql.table(table)} on ${sql.ref(`${table}._id`)} = requested.id where ${condition}`;

/** Looks up lines by the names of their items. */
const buildLineLookup = (
  table: string,
  lines: { table: string; document: string },
  condition: RawBuilder<SqlBool>,
) =>
  sql`select ${sql.ref(`${lines.table}.lineId`)} as id, items.name as name
      from requested join ${sql.table(lines.table)} on ${sql.ref(`${lines.table}.lineId`)} = requested.id
      join ${sql.table(table)} on ${sql.ref(`${table}._id`)} = ${sql.ref(`${lines.table}.${lines.document}`)}
      join items on ${sql.ref('items._id')} = ${sql.ref(`${lines.table}.itemId`)}
      where ${condition}`;

const idPattern = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** More ids than a page of rows contains in practice; ids beyond this limit are shown without a name. */
const maxIds = 10_000;

/** Key of a role's label in the map of names; role keys have no fixed format, unlike ids. */
const getRoleNameKey = (key: string) => `role:${key}`;

/**
 * Returns the current names of rows mentioned in these entries, by id, and of roles by `role:<key>`. A line
 * has the name of its item. Deleted rows are missing.
 */
export async function loadNames(
  db: Queryable,
  actor: Actor,
  rows: readonly AuditRecord[],
): Promise<Map<string, string>> {
  return new Map([...(await loadRowNames(db, actor, rows)), ...(await loadRoleNames(db, rows))]);
}

async function loadRoleNames(db: Queryable, rows: readonly AuditRecord[]): Promise<Map<string, string>> {
  const keys = [...new Set(rows.flatMap(extractRoleKeys))];
  if (keys.length === 0) return new Map();
  const roles = await db.selectFrom('roles').select(['key', 'label']).where('key', 'in', keys).execute();
  return new Map(roles.map(({ key, label }) => [getRoleNameKey(key), label]));
}

/** Returns the role keys in an entry about a user. */
function extractRoleKeys({ entity, before, after }: AuditRecord): string[] {
  if (entity !== 'users') return [];
  return [...`${before ?? ''} ${after ?? ''}`.matchAll(/"role":"(\w+)"/g)].map(([, key = '']) => key);
}

async function loadRowNames(
  db: Queryable,
  actor: Actor,
  rows: readonly AuditRecord[],
): Promise<Map<string, string>> {
  const ids = new Set<string>();
  for (const row of rows) {
    for (const id of extractIds(row)) if (ids.size < maxIds) ids.add(id);
  }
  if (ids.size === 0) return new Map();
  const list = sql.join([...ids].map((id) => sql`(${id})`));
  const lookups = buildLookups(actor);
  const { rows: namedRows } = await sql<{ id: string; name: string }>`with requested(id) as (values ${list})
    ${sql.join(lookups, sql` union all `)}`.execute(db);
  return new Map(namedRows.map(({ id, name }) => [id, name]));
}

/** Returns the keys under which `loadNames` may have names for an entry. */
export function extractNameKeys(entry: AuditRecord): string[] {
  return [...extractIds(entry), ...extractRoleKeys(entry).map(getRoleNameKey)];
}

/** Returns the ids in an entry, its own row first. */
function extractIds({ entityId, before, after }: AuditRecord): string[] {
  return `${entityId ?? ''} ${before ?? ''} ${after ?? ''}`.match(idPattern) ?? [];
}
