import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, canRead } from '#domain/permissions.ts';
import { scopeCondition } from '../../db/scope.ts';
import { resources } from '#contract/resources/index.ts';
import { documents } from '../../documents/registry.ts';
import type { AuditRecord } from './audit-record.ts';
import type { Queryable } from '../../db/types.ts';

/** Where a row's name stands, by table: master data by `name`, documents by their number. */
const nameColumns: readonly (readonly [table: string, column: string])[] = [
  ...resources.map(({ table }) => [table, 'name'] as const),
  ['items', 'name'],
  ['packagings', 'name'],
  ['users', 'name'],
  ['roles', 'label'],
];

/** The names of rows by id, one query for each table: of documents only those that the reader may read. */
const lookupsFor = (actor: Actor): RawBuilder<unknown>[] => [
  ...nameColumns.map(([table, column]) => lookup(table, column)),
  ...documents
    .filter(({ collection }) => canRead(actor, collection))
    .map(({ table, number, scope }) => lookup(table, number, scopeCondition(actor, scope))),
];

const lookup = (table: string, column: string, condition = sql<SqlBool>`1 = 1`) =>
  sql`select ${sql.ref(`${table}._id`)} as id, ${sql.ref(`${table}.${column}`)} as name
      from wanted join ${sql.table(table)} on ${sql.ref(`${table}._id`)} = wanted.id where ${condition}`;

const ids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** More than any page of rows holds in practice; what is beyond stays an id. */
const maxIds = 10_000;

/** Under which name the label of a role stands: its key may be any word. */
const roleName = (key: string) => `role:${key}`;

/**
 * What the rows that these entries speak of are called now, by id, and roles as `role:<key>`. What is deleted is
 * missing.
 */
export async function loadNames(
  db: Queryable,
  actor: Actor,
  rows: readonly AuditRecord[],
): Promise<Map<string, string>> {
  return new Map([...(await rowNames(db, actor, rows)), ...(await roleNames(db, rows))]);
}

async function roleNames(db: Queryable, rows: readonly AuditRecord[]): Promise<Map<string, string>> {
  const keys = [...new Set(rows.flatMap(roleKeysIn))];
  if (keys.length === 0) return new Map();
  const found = await db.selectFrom('roles').select(['key', 'label']).where('key', 'in', keys).execute();
  return new Map(found.map(({ key, label }) => [roleName(key), label]));
}

/** The keys of the roles that an entry about a user names. */
function roleKeysIn({ entity, before, after }: AuditRecord): string[] {
  if (entity !== 'users') return [];
  return [...`${before ?? ''} ${after ?? ''}`.matchAll(/"role":"(\w+)"/g)].map(([, key = '']) => key);
}

async function rowNames(
  db: Queryable,
  actor: Actor,
  rows: readonly AuditRecord[],
): Promise<Map<string, string>> {
  const wanted = new Set<string>();
  for (const row of rows) {
    for (const id of idsIn(row)) if (wanted.size < maxIds) wanted.add(id);
  }
  if (wanted.size === 0) return new Map();
  const list = sql.join([...wanted].map((id) => sql`(${id})`));
  const lookups = lookupsFor(actor);
  const found = await sql<{ id: string; name: string }>`with wanted(id) as (values ${list})
    ${sql.join(lookups, sql` union all `)}`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** Every name under which `loadNames` may know something that one entry speaks of. */
export function nameKeysIn(entry: AuditRecord): string[] {
  return [...idsIn(entry), ...roleKeysIn(entry).map(roleName)];
}

/** The ids that one entry holds, its own row's first. */
function idsIn({ entityId, before, after }: AuditRecord): string[] {
  return `${entityId ?? ''} ${before ?? ''} ${after ?? ''}`.match(ids) ?? [];
}
