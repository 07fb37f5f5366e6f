import type { AuditEntity } from '#core/audit.ts';
import type { Actor } from '#core/permissions.ts';
import type { Db } from '#platform/server/db/types.ts';
import { type AuditOrigin, writeAudit } from './audit.ts';
import type { NewAuditEntry } from './route.ts';
import type { Log } from './services.ts';

/** A denied request, as recorded in the audit log. */
export interface Denial {
  /** The registered route: `post /units`. */
  call: string;
  entity: AuditEntity;
  id: string | null;
}

/** Denied requests of one user to one route since the first was recorded. */
interface DenialCounter {
  since: number;
  origin: AuditOrigin;
  denial: Denial;
  /** Repetitions that are not recorded yet. */
  repetitions: number;
}

const minuteMs = 60_000;
/** More combinations of users and routes than any business has; beyond that, all are recorded early. */
const maxCounters = 5000;

/**
 * Records denied requests. Only the first one in a minute is awaited, and a failure to record never fails the
 * request.
 */
export interface DenialLog {
  record(origin: AuditOrigin & { actor: Pick<Actor, '_id' | 'name'> | null }, denial: Denial): Promise<void>;
  /** Records the repetitions of counters older than a minute; with `all`, of every counter. */
  flush(now: Date, all?: boolean): Promise<void>;
}

/**
 * Creates the log of denied requests. The first is recorded immediately; repetitions by the same user within
 * a minute are recorded as one row with `times`, so a script adds at most two rows a minute. A failed write
 * (full disk, busy database) is logged, and the request is denied regardless.
 */
export function createDenialLog(db: Db, log: Log, clock: { now(): Date }): DenialLog {
  const counters = new Map<string, DenialCounter>();
  let isScheduled = false;

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
      log.warn(
        { call, times, userId: origin.actor?._id, error: String(error) },
        'failed to record a denied call',
      );
    }
  }

  async function flush(now: Date, all = false): Promise<void> {
    const expired = [...counters].filter(([, { since }]) => all || now.getTime() - since >= minuteMs);
    for (const [key] of expired) counters.delete(key);
    for (const [, { origin, denial, repetitions }] of expired)
      if (repetitions > 0) await write(origin, denial, repetitions);
  }

  /** Schedules a flush, so that repetitions are recorded even if no more requests are denied. */
  function scheduleFlush(): void {
    if (isScheduled) return;
    isScheduled = true;
    const timer: unknown = setTimeout(() => {
      isScheduled = false;
      void flush(clock.now());
      // Newer counters remain, or the clock hasn't advanced.
      if (counters.size > 0) scheduleFlush();
    }, minuteMs);
    // The timer must not keep the process alive; browsers have no `unref`.
    (timer as { unref?(): void }).unref?.();
  }

  return {
    flush,
    async record(origin, denial) {
      const key = `${origin.actor?._id ?? origin.ip} ${denial.call}`;
      await flush(origin.now, counters.size > maxCounters);
      const counter = counters.get(key);
      if (counter) {
        counter.repetitions += 1;
        counter.origin = origin;
        scheduleFlush();
        return;
      }
      counters.set(key, { since: origin.now.getTime(), origin, denial, repetitions: 0 });
      await write(origin, denial, 1);
    },
  };
}
