import { type RawBuilder, sql } from 'kysely';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { AuditedRow } from '#platform/server/http/services.ts';
import { documents } from '#modules/documents/server/registry.ts';

const ref = (name: string) => sql.ref(name);

/** Number of audit rows of a document `d`, archived ones included; it equals the document's version (I8). */
export const countAuditRows = (collection: string): RawBuilder<number> => sql`(
  (select count(*) from audit as a where a.entity = ${sql.lit(collection)} and a.${ref('entityId')} = d.${ref('_id')}
    and a.action <> 'denied')
  + coalesce((select f.rows from ${sql.table('auditArchived')} as f where f.entity = ${sql.lit(collection)}
    and f.${ref('entityId')} = d.${ref('_id')}), 0))`;

/** Documents updated per statement. */
const idsPerStatement = 100;

/**
 * Raises the version of every audited document to the number of its audit rows, if it is lower. Runs at the
 * end of every write, so that no change is recorded without a new version.
 */
export async function syncVersions(tx: Tx, audited: readonly AuditedRow[]): Promise<void> {
  for (const { collection, table } of documents) {
    const ids = new Set(
      audited.flatMap(({ entity, id }) => (entity === collection && id !== null ? [id] : [])),
    );
    for (const batch of chunks([...ids], idsPerStatement))
      await sql`update ${sql.table(table)} as d set version = ${countAuditRows(collection)}
        where d.${ref('_id')} in (${sql.join(batch)}) and d.version < ${countAuditRows(collection)}`.execute(
        tx,
      );
  }
}
