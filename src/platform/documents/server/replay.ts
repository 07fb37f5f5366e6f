import type { Actor } from '#core/permissions.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { writeAudit } from '#platform/server/http/audit.ts';
import type { NewAuditEntry } from '#platform/server/http/route.ts';
import type { CommandContext } from './context.ts';
import { syncVersions } from './versions.ts';

/** User and time of a replayed action (demo data, imports). */
export interface ReplayOrigin {
  by: Actor;
  at: Date;
}

/**
 * Runs services as a different user at a different time, in the caller's transaction, and writes the audit
 * rows. No events are emitted.
 */
export async function runReplay<T>(
  tx: Tx,
  { by, at }: ReplayOrigin,
  work: (ctx: CommandContext) => Promise<T>,
): Promise<T> {
  const entries: NewAuditEntry[] = [];
  const ctx: CommandContext = {
    tx,
    actor: by,
    now: at,
    happenedAt: at,
    audit: async (entry) => void entries.push(entry),
    emit: () => undefined,
    enqueue: async () => {
      throw new Error("A replay can't queue jobs");
    },
  };
  const result = await work(ctx);
  await writeAudit(tx, { actor: by, now: at, ip: 'replay', requestId: 'replay' }, entries);
  await syncVersions(tx, entries);
  return result;
}
