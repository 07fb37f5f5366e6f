import type { Tx } from '#platform/server/db/types.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import type { CheckSchedule, PastSchedule } from '../schedule.ts';

/**
 * Stores the schedule that a change to a check point replaces, with its end. Without it, adding a due time
 * would make past days look missed, and removing one would hide checks that were missed.
 */
export async function storePastSchedule(
  tx: Tx,
  before: WireRow | null,
  after: WireRow | null,
): Promise<void> {
  if (!before || !after) return;
  const [previous, current] = [readSchedule(before), readSchedule(after)];
  if (JSON.stringify(previous) === JSON.stringify(current)) return;
  const row = await tx
    .selectFrom('checkPoints')
    .select('pastSchedules')
    .where('_id', '=', after._id)
    .executeTakeFirstOrThrow();
  const past = JSON.parse(row.pastSchedules) as PastSchedule[];
  await tx
    .updateTable('checkPoints')
    .set({ pastSchedules: JSON.stringify([...past, { ...previous, until: String(after['updatedAt']) }]) })
    .where('_id', '=', after._id)
    .execute();
}

/** Returns the schedule of a row; nothing is due while it is archived. */
const readSchedule = ({ isActive, times, weekdays, graceMinutes }: WireRow): CheckSchedule => ({
  times: isActive ? (times as string[]) : [],
  weekdays: weekdays as number[],
  graceMinutes: graceMinutes as number,
});
