import type { Actor } from '#domain/permissions.ts';
import type { Tx } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';
import type { AuditEntry, WriteContext } from '../../http/route.ts';
import type { AppEvent } from '../../http/services.ts';

/** What a change of an order needs: one open transaction, who does it and when. Replays bring their own. */
export interface OrderContext {
  tx: Tx;
  actor: Actor;
  now: Date;
  audit(entry: AuditEntry): Promise<void>;
  emit(event: AppEvent): void;
}

export function orderContext(ctx: WriteContext<unknown, unknown>): OrderContext {
  return {
    tx: ctx.db,
    actor: signedIn(ctx.actor),
    now: ctx.now,
    audit: (entry) => ctx.audit(entry),
    emit: (event) => ctx.emit(event),
  };
}

/** The actor of a route that asks for a session. */
export function signedIn(actor: Actor | null): Actor {
  if (!actor) throw problem('UNAUTHENTICATED', 'Authentication failed. Please login again.');
  return actor;
}
