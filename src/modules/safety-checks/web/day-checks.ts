import { useQuery } from '@tanstack/react-query';
import { getBusinessDay } from '#core/business-day.ts';
import {
  type CheckLocation,
  type CheckSlot,
  listSlots,
  type SlotState,
  getSlotState,
} from '#modules/check-points/schedule.ts';
import { checkPointsQuery, type ActiveCheckPoint } from '#modules/check-points/web/queries.ts';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { isRefused } from '#platform/web/outbox/entry.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { useNow } from '#platform/web/use-now.ts';
import type { SafetyCheckSummary } from '../shapes.ts';
import { checksQuery, recordCheckAction } from './queries.ts';

/** A due time of today with its check. */
export interface DayCheck {
  point: ActiveCheckPoint;
  slot: CheckSlot;
  state: SlotState;
  /** Null until the check is made. */
  check: SafetyCheckSummary | null;
  /** Whether the check was recorded on this device and not sent yet. */
  isWaiting: boolean;
}

type Location = CheckLocation & { _id: string };

/**
 * Queries today's checks of a location: those that are due, then those that were missed. The device computes
 * them from the check points and the recorded checks, so that they also change offline.
 */
export function useDayChecks({ _id: branch, ...location }: Location) {
  // Other servers may not return a time zone.
  const place = { ...location, timezone: location.timezone || 'UTC' };
  const now = useNow();
  const day = getBusinessDay(now, place);
  const points = useQuery(checkPointsQuery(branch));
  const checks = useQuery({
    ...checksQuery({ branch, from: day, to: day, limit: 500 }),
    refetchOnMount: 'always',
  });
  const waiting = new Set(
    useOutbox()
      .filter((entry) => entry.kind === recordCheckAction.kind && entry.state !== 'sent' && !isRefused(entry))
      .map(({ body }) => `${readRecord(body)['point']} ${readRecord(body)['dueAt']}`),
  );
  const list =
    points.data && checks.data
      ? listDayChecks(points.data, checks.data.rows, { day, place, now, waiting })
      : null;
  return { points, checks, list };
}

interface DayContext {
  day: string;
  place: CheckLocation;
  now: number;
  /** Check points and due times of checks that aren't sent yet: `POINT DUE`. */
  waiting: ReadonlySet<string>;
}

const stateOrder: readonly SlotState[] = ['due', 'missed', 'upcoming', 'late', 'onTime'];

function listDayChecks(
  points: readonly ActiveCheckPoint[],
  checks: readonly SafetyCheckSummary[],
  { day, place, now, waiting }: DayContext,
): DayCheck[] {
  const validChecks = checks.filter(({ status }) => status !== 'Voided');
  return points
    .flatMap((point) =>
      listSlots(day, point, place)
        // Due times before the check point was created don't count as missed.
        .filter(({ dueAt }) => dueAt >= Date.parse(point.createdAt))
        .map((slot): DayCheck => {
          const dueAt = new Date(slot.dueAt).toISOString();
          const check =
            validChecks.find((candidate) => candidate.point === point._id && candidate.dueAt === dueAt) ??
            null;
          const isWaiting = check === null && waiting.has(`${point._id} ${dueAt}`);
          const checkedAt = check === null ? null : Date.parse(check.checkedAt);
          const state = isWaiting ? 'onTime' : getSlotState(slot, checkedAt, now);
          return { point, slot, state, check, isWaiting };
        }),
    )
    .toSorted(
      (a, b) => stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) || a.slot.dueAt - b.slot.dueAt,
    );
}
