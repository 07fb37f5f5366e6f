import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '#core/permissions.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { AnyDocument } from '#platform/documents/server/define.ts';

/**
 * Data that documents of all kinds have in common (number, status, location, last change), and the requested
 * columns.
 */
export interface DocumentSummaryRow {
  _id: string;
  number: string;
  status: string;
  branch: string;
  branchName: string | null;
  branchNameAlt: string | null;
  updatedAt: string;
  [column: string]: string | null;
}

/**
 * Returns visible documents of a kind that match the condition, sorted by creation.
 *
 * @param columns additional columns of this kind
 */
export async function readDocumentFacts(
  db: Queryable,
  actor: Actor,
  { table, number, scope }: AnyDocument,
  columns: readonly string[],
  condition: RawBuilder<SqlBool>,
  { newestFirst, limit }: { newestFirst: boolean; limit: number },
): Promise<DocumentSummaryRow[]> {
  const columnRef = (column: string) => sql.ref(`${table}.${column}`);
  const extraColumns = [...new Set(columns)].map((column) => sql`, ${columnRef(column)}`);
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const { rows } =
    await sql<DocumentSummaryRow>`select ${columnRef('_id')}, ${columnRef(number)} as number, ${columnRef('status')},
      ${columnRef('updatedAt')}, ${sql.ref(scope.branch)} as branch, b.name as ${sql.ref('branchName')},
      b.${sql.ref('nameAlt')} as ${sql.ref('branchNameAlt')}${sql.join(extraColumns, sql``)}
    from ${sql.table(table)} left join branches as b on b.${sql.ref('_id')} = ${sql.ref(scope.branch)}
    where ${scopeCondition(actor, scope)} and ${condition}
    order by ${columnRef('createdAt')} ${direction}, ${columnRef('_id')} ${direction} limit ${sql.lit(limit)}`.execute(
      db,
    );
  return rows;
}
