import { refusal } from '#core/refusals/refusal.ts';
import type { Actor } from '#core/permissions.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { NewAuditEntry, WriteContext } from '#platform/server/http/route.ts';
import type { AppEvent } from '#platform/server/http/services.ts';

/** Dependencies of a command that changes documents. Replays create their own. */
export interface CommandContext {
  tx: Tx;
  actor: Actor;
  now: Date;
  /** When the user performed the action; earlier than `now` if it waited in the outbox. */
  happenedAt: Date;
  audit(entry: NewAuditEntry): Promise<void>;
  emit(event: AppEvent): void;
  /** Queues a job that runs after the commit; discarded on rollback. */
  enqueue: WriteContext['enqueue'];
}

export function createCommandContext(ctx: WriteContext<unknown, unknown>): CommandContext {
  return {
    tx: ctx.db,
    actor: requireActor(ctx.actor),
    now: ctx.now,
    happenedAt: ctx.happenedAt,
    audit: (entry) => ctx.audit(entry),
    emit: (event) => ctx.emit(event),
    enqueue: (job, payload, options) => ctx.enqueue(job, payload, options),
  };
}

/**
 * Returns the actor of a route that requires a session.
 *
 * @throws ApiProblem 401 UNAUTHENTICATED
 */
export function requireActor(actor: Actor | null): Actor {
  if (!actor) throw problem('UNAUTHENTICATED', refusal('sign-in-again'));
  return actor;
}
