import type { AuditEntity } from '#domain/audit.ts';
import type { Actor } from '#domain/permissions.ts';
import type { Db } from '../db/types.ts';
import { type AuditOrigin, writeAudit } from './audit.ts';
import type { NewAuditEntry } from './route.ts';
import type { Log } from './services.ts';

/** What was refused, as the audit names it. */
export interface Denial {
  /** The registered route: `post /units`. */
  call: string;
  entity: AuditEntity;
  id: string | null;
}

/** Refused calls of one person to one route, since the first of them was written down. */
interface Run {
  since: number;
  origin: AuditOrigin;
  denial: Denial;
  /** How many came after the first, and are not written down yet. */
  more: number;
}

const minuteMs = 60_000;
/** More people and routes at once than any business has; beyond, the oldest are written down early. */
const mostRuns = 5000;

/** Writes refused calls down. Nobody waits for more than the first of a minute, and none fails for it. */
export interface DenialLog {
  note(origin: AuditOrigin & { actor: Pick<Actor, '_id' | 'name'> | null }, denial: Denial): Promise<void>;
  /** Writes down what was counted for longer than a minute; everything with `all`. */
  settle(now: Date, all?: boolean): Promise<void>;
}

/**
 * A refused call is written down at once, and its repetitions by the same person within the minute as one row with their
 * number in `times`: a script that is refused a thousand times a second adds two rows a minute to the audit. What cannot
 * be written (a full disk, a busy database) is logged, and the refusal stays a refusal.
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
      log.warn({ call, times, userId: origin.actor?._id, error: String(error) }, 'refusal not written down');
    }
  }

  async function settle(now: Date, all = false): Promise<void> {
    const over = [...runs].filter(([, { since }]) => all || now.getTime() - since >= minuteMs);
    for (const [key] of over) runs.delete(key);
    for (const [, { origin, denial, more }] of over) if (more > 0) await write(origin, denial, more);
  }

  /** Settles a key whose call is never repeated, so that it is recorded all the same. */
  function settleLater(): void {
    if (isTimed) return;
    isTimed = true;
    const timer: unknown = setTimeout(() => {
      isTimed = false;
      void settle(clock.now());
      // What began later, or waits by a clock that stands still.
      if (runs.size > 0) settleLater();
    }, minuteMs);
    // A process that has nothing else to do ends without waiting for it; a browser tab knows no such thing.
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
