import { refusal } from '#domain/refusals/refusal.ts';
import type { Actor } from '#domain/permissions.ts';
import type { Tx } from '../db/types.ts';
import { problem } from '../http/problems.ts';
import type { NewAuditEntry, WriteContext } from '../http/route.ts';
import type { AppEvent } from '../http/services.ts';

/** What a change of a document needs. Replays of imported documents make their own. */
export interface CommandContext {
  tx: Tx;
  actor: Actor;
  now: Date;
  /** When the person did this: before `now` where it waited on their device. */
  happenedAt: Date;
  audit(entry: NewAuditEntry): Promise<void>;
  emit(event: AppEvent): void;
  /** Has something done after the commit; nothing where the transaction rolls back. */
  enqueue: WriteContext['enqueue'];
}

export function commandContext(ctx: WriteContext<unknown, unknown>): CommandContext {
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

/** The actor of a route that asks for a session. */
export function requireActor(actor: Actor | null): Actor {
  if (!actor) throw problem('UNAUTHENTICATED', refusal('sign-in-again'));
  return actor;
}
