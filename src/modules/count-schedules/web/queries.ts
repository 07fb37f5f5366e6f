import { listOf, type Shape, withDefault } from '#platform/shapes/shape.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

const countSchedule = {
  _id: 'key',
  name: 'label',
  branchId: 'id',
  type: 'text',
  sections: 'texts',
  weekdays: listOf('integer'),
  time: 'text',
  isActive: withDefault('flag', true),
} as const satisfies Shape;

/** Queries the active count schedules of a branch. */
export function countSchedulesQuery(branchId: string) {
  return readQuery({
    collection: 'count_schedules_data',
    key: ['branch', branchId],
    lifetime: 'other',
    path: 'count-schedules',
    search: { branchId, active: true, limit: 500 },
    // A server without filters sends the schedules of all branches.
    read: (reply) =>
      readRows(reply, countSchedule).filter(
        (row) => row.branchId === branchId && row.isActive && /^\d{2}:\d{2}$/.test(row.time),
      ),
  });
}
