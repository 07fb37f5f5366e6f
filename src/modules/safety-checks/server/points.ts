import { fromMicro } from '#core/quantity.ts';
import type { CheckSchedule, PastSchedule, ScheduledPoint } from '#modules/check-points/schedule.ts';
import type { Row } from '#platform/server/db/tables.ts';
import type { CheckRequirements } from '../check-rules.ts';

/** Returns the requirements for checks of a check point. Cleaning has no limits. */
export function getCheckRequirements(point: Row<'checkPoints'>): CheckRequirements {
  const limit = (micro: number | null) =>
    point.kind === 'temperature' && micro !== null ? fromMicro(micro) : null;
  return {
    kind: point.kind,
    minTemp: limit(point.minTempMicro),
    maxTemp: limit(point.maxTempMicro),
    photoRequired: point.photoRequired === 1,
    signatureRequired: point.signatureRequired === 1,
  };
}

/** Returns the schedules of a check point, past and current. */
export function getSchedules({
  createdAt,
  isActive,
  times,
  weekdays,
  graceMinutes,
  pastSchedules,
}: Row<'checkPoints'>): ScheduledPoint {
  const schedule: CheckSchedule = {
    times: JSON.parse(times) as string[],
    weekdays: JSON.parse(weekdays) as number[],
    graceMinutes,
  };
  return { createdAt, isActive: isActive === 1, schedule, past: JSON.parse(pastSchedules) as PastSchedule[] };
}
