import type { AuditEntity } from '#core/audit.ts';
import type { Actor } from '#core/permissions.ts';
import type { Db } from '#platform/server/db/types.ts';
import { type AuditOrigin, writeAudit } from './audit.ts';
import type { NewAuditEntry } from './route.ts';
import type { Log } from './services.ts';

/** A refused call, as the audit names it. */
export interface Denial {
  /** The registered route: `post /units`. */
  call: string;
  entity: AuditEntity;
  id: string | null;
}

/** Refused calls of one user to one route since the first one was recorded. */
interface Run {
  since: number;
  origin: AuditOrigin;
  denial: Denial;
  /** Repetitions that are not recorded yet. */
  more: number;
}

const minuteMs = 60_000;
/** More combinations of users and routes than any business has; beyond that the oldest are recorded early. */
const mostRuns = 5000;

/**
 * Records refused calls. Only the first one of a minute is awaited, and a failure to record never fails the
 * call.
 */
export interface DenialLog {
  note(origin: AuditOrigin & { actor: Pick<Actor, '_id' | 'name'> | null }, denial: Denial): Promise<void>;
  /** Records counters older than a minute; with `all`, every counter. */
  settle(now: Date, all?: boolean): Promise<void>;
}

/**
 * Creates the log of refused calls. The first one is recorded immediately, repetitions by the same user
 * within a minute as one row with `times`, so that a script adds at most two rows a minute. A failed write
 * (full disk, busy database) is logged, and the call is refused regardless.
 */
export function createDenialLog(db: Db, log: Log, clock: { now(): Date }): DenialLog {
  const runs = new Map<string, Run>();
  let isTimed = false;

  async function write(origin: AuditOrigin, { call, entity, id }: Denial, times: number): Promise<void> {
    const entry: NewAuditEntry = {
      action: 'denied',
      entity,
      id,
      after: times > 1 ? { call, times } : { call },
    };
    try {
      await db.write((tx) => writeAudit(tx, origin, [entry]));
    } catch (error) {
      log.warn({ call, times, userId: origin.actor?._id, error: String(error) }, 'refused call not recorded');
    }
  }

  async function settle(now: Date, all = false): Promise<void> {
    const over = [...runs].filter(([, { since }]) => all || now.getTime() - since >= minuteMs);
    for (const [key] of over) runs.delete(key);
    for (const [, { origin, denial, more }] of over) if (more > 0) await write(origin, denial, more);
  }

  /** Schedules settling, so that repetitions are recorded even if no further call is refused. */
  function settleLater(): void {
    if (isTimed) return;
    isTimed = true;
    const timer: unknown = setTimeout(() => {
      isTimed = false;
      void settle(clock.now());
      // For counters that started later, or if the clock has not advanced.
      if (runs.size > 0) settleLater();
    }, minuteMs);
    // The timer must not keep the process alive; browsers have no `unref`.
    (timer as { unref?(): void }).unref?.();
  }

  return {
    settle,
    async note(origin, denial) {
      const key = `${origin.actor?._id ?? origin.ip} ${denial.call}`;
      await settle(origin.now, runs.size > mostRuns);
      const run = runs.get(key);
      if (run) {
        run.more += 1;
        run.origin = origin;
        settleLater();
        return;
      }
      runs.set(key, { since: origin.now.getTime(), origin, denial, more: 0 });
      await write(origin, denial, 1);
    },
  };
}
