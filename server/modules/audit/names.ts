import { sql } from 'kysely';
import { resources } from '#contract/resources/index.ts';
import type { AuditEntry } from './entry.ts';
import type { Queryable } from '../../db/types.ts';

/** Where a row's name stands, by table: master data by `name`, documents by their number. */
const nameColumns: readonly (readonly [table: string, column: string])[] = [
  ...resources.map(({ table }) => [table, 'name'] as const),
  ['items', 'name'],
  ['packagings', 'name'],
  ['users', 'name'],
  ['roles', 'label'],
  ['orders', 'orderNo'],
  ['discrepancies', 'orderNo'],
  ['wastage', 'number'],
];

const ids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** More than any page of rows holds in practice; what is beyond stays an id. */
const maxIds = 10_000;

/** What the rows that these entries speak of are called now, by id. What is deleted is missing. */
export async function namesIn(db: Queryable, rows: readonly AuditEntry[]): Promise<Map<string, string>> {
  const wanted = new Set<string>();
  for (const row of rows) {
    for (const id of idsIn(row)) if (wanted.size < maxIds) wanted.add(id);
  }
  if (wanted.size === 0) return new Map();
  const list = sql.join([...wanted].map((id) => sql`(${id})`));
  const lookups = nameColumns.map(
    ([table, column]) => sql`select ${sql.ref(`${table}._id`)} as id, ${sql.ref(`${table}.${column}`)} as name
      from wanted join ${sql.table(table)} on ${sql.ref(`${table}._id`)} = wanted.id`,
  );
  const found = await sql<{ id: string; name: string }>`with wanted(id) as (values ${list})
    ${sql.join(lookups, sql` union all `)}`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** The ids that one entry holds, its own row's first. */
export function idsIn({ entityId, before, after }: AuditEntry): string[] {
  return `${entityId ?? ''} ${before ?? ''} ${after ?? ''}`.match(ids) ?? [];
}
