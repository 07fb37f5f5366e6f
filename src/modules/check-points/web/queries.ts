import { listOf, oneOf, type Shape, type Wire, withDefault } from '#platform/shapes/shape.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

const checkPoint = {
  _id: 'key',
  createdAt: 'moment',
  name: 'name',
  nameAlt: 'text?',
  branchId: 'id',
  kind: oneOf(['temperature', 'cleaning']),
  minTemp: 'quantity?',
  maxTemp: 'quantity?',
  times: 'texts',
  weekdays: listOf('integer'),
  graceMinutes: withDefault('integer', 30),
  instructions: 'text?',
  photoRequired: 'flag',
  signatureRequired: 'flag',
  isActive: withDefault('flag', true),
} as const satisfies Shape;

/** An active check point, as loaded by the food safety screens. */
export type ActiveCheckPoint = Wire<typeof checkPoint>;

/** Queries the active check points of a location, by name. */
export const checkPointsQuery = (branchId: string) =>
  readQuery({
    collection: 'check_points_data',
    // Uses the key of a master-data list, so that changes by other users update it.
    key: ['check-points', 'all', branchId],
    lifetime: 'other',
    path: 'check-points',
    search: { branchId, active: true, limit: 500 },
    // A server without filters sends the check points of all locations.
    read: (reply) => readRows(reply, checkPoint).filter((row) => row.branchId === branchId && row.isActive),
  });
