import type { Actor } from '#core/permissions.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { NewAuditEntry } from './route.ts';

/** Origin of a change. */
export interface AuditOrigin {
  actor: Pick<Actor, '_id' | 'name'> | null;
  ip: string;
  now: Date;
  requestId: string;
}

/** Rows per statement, limited because of the number of values. */
const rowsPerStatement = 100;

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

/** Appends audit rows, many per statement. */
export async function writeAudit(
  db: Queryable,
  origin: AuditOrigin,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const common = {
    at: origin.now.toISOString(),
    userId: origin.actor?._id ?? null,
    userName: origin.actor?.name ?? null,
    ip: origin.ip,
    requestId: origin.requestId,
  };
  for await (const batch of withEventLoopYields(chunks(entries, rowsPerStatement)))
    await insertRows(
      db,
      'audit',
      batch.map((entry) => ({
        ...common,
        action: entry.action,
        entity: entry.entity,
        entityId: entry.id,
        before: toJson(entry.before),
        after: toJson(entry.after),
      })),
    );
}
