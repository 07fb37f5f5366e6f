import type { DueCount } from '../shapes.ts';
import { findCountForDueTime, getCurrentDueTime } from '../due.ts';
import { type Actor, getOwnLocations } from '#core/permissions.ts';
import type { Queryable } from '#platform/server/db/types.ts';

const completedStatuses: ReadonlySet<string> = new Set(['Submitted', 'Approved']);

/** Lists scheduled counts at the actor's locations that are due today, or overdue. */
export async function listDueCounts(
  db: Queryable,
  actor: Actor,
  branch: string | undefined,
  now: Date,
): Promise<DueCount[]> {
  const ownPlaces = getOwnLocations(actor);
  if (ownPlaces?.length === 0) return [];
  let query = db
    .selectFrom('countSchedules')
    .innerJoin('branches', 'branches._id', 'countSchedules.branchId')
    .select([
      'countSchedules._id',
      'countSchedules.name',
      'countSchedules.nameAlt',
      'countSchedules.branchId',
      'countSchedules.type',
      'countSchedules.sections',
      'countSchedules.weekdays',
      'countSchedules.time',
      'countSchedules.createdAt',
      'branches.timezone',
      'branches.dayEnds',
    ])
    .where('countSchedules.isActive', '=', 1);
  if (ownPlaces !== null) query = query.where('countSchedules.branchId', 'in', ownPlaces);
  if (branch !== undefined) query = query.where('countSchedules.branchId', '=', branch);
  const due = (await query.execute()).flatMap((schedule) => {
    const { weekdays, time, timezone, dayEnds } = schedule;
    const recurrence = {
      weekdays: JSON.parse(weekdays) as number[],
      time: JSON.parse(time) as string,
      timezone,
      dayEnds,
    };
    const dueTime = getCurrentDueTime(recurrence, now);
    // Due times from before the schedule existed are ignored.
    return dueTime && dueTime.dueAt.toISOString() > schedule.createdAt ? [{ schedule, dueTime }] : [];
  });
  if (due.length === 0) return [];
  const counts = await db
    .selectFrom('stockCounts')
    .select(['_id', 'number', 'status', 'schedule', 'createdAt'])
    .where(
      'schedule',
      'in',
      due.map(({ schedule }) => schedule._id),
    )
    .where('status', '<>', 'Cancelled')
    .orderBy('createdAt', 'desc')
    .execute();
  return due
    .flatMap(({ schedule, dueTime }): DueCount[] => {
      const { dueAt, previous } = dueTime;
      const count = findCountForDueTime(
        dueTime,
        counts.filter((count) => count.schedule === schedule._id),
        previous.toISOString() <= schedule.createdAt,
      );
      if (count && completedStatuses.has(count.status)) return [];
      return [
        {
          schedule: schedule._id,
          name: schedule.name,
          nameAlt: schedule.nameAlt,
          branch: schedule.branchId,
          type: schedule.type,
          sections: JSON.parse(schedule.sections) as string[],
          dueAt: dueAt.toISOString(),
          isOverdue: dueAt < now,
          count: count ? { _id: count._id, number: count.number, status: count.status } : null,
        },
      ];
    })
    .toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1));
}
