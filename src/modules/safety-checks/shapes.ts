import { allowedMove, historyEntry } from '#platform/documents/document-shapes.ts';
import { listOf, pick, type Shape, type Wire } from '#platform/shapes/shape.ts';

/**
 * A check in lists. Temperatures are in degrees Celsius; name, kind and limits are as of the time of the
 * check.
 */
export const safetyCheckSummary = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'label',
  /** One of `checkStatuses`. */
  status: 'text',
  branch: 'id of branch',
  branchName: 'name',
  branchNameAlt: 'text?',
  point: 'id of check-points',
  pointName: 'name',
  pointNameAlt: 'text?',
  /** `temperature` or `cleaning`. */
  kind: 'text',
  minTemp: 'quantity?',
  maxTemp: 'quantity?',
  /** The due time that the check counts for; null for an additional check. */
  dueAt: 'moment?',
  /** Whether the check was made after the grace period of its due time. */
  isLate: 'flag',
  /** Time of the check, and its business day at the location. */
  checkedAt: 'moment',
  businessDay: 'day',
  /** Null for cleaning. */
  reading: 'quantity?',
  isWithin: 'flag',
  correctiveAction: 'text?',
  /** Measured after the corrective action. */
  secondReading: 'quantity?',
  note: 'text?',
  /** Whether a photo was taken, which is attached to the check. */
  hasPhoto: 'flag',
  /** Name entered as a signature by the person who made the check. */
  signedBy: 'text?',
  /** Browser and system of the device. */
  device: 'text?',
  userId: 'id of users',
  userName: 'name',
  verifiedAt: 'moment?',
  verifiedByName: 'text?',
  transitionReason: 'text?',
} as const satisfies Shape;
export type SafetyCheckSummary = Wire<typeof safetyCheckSummary>;

/** One check with its history. */
export const safetyCheck = {
  ...safetyCheckSummary,
  statusHistory: listOf(historyEntry),
  allowedMoves: listOf(allowedMove),
} as const satisfies Shape;
export type SafetyCheck = Wire<typeof safetyCheck>;

/** The fields that a row of the food safety record has in common with a check. */
export const recordedFields = pick(safetyCheckSummary, [
  'businessDay',
  'kind',
  'dueAt',
  'minTemp',
  'maxTemp',
  'reading',
  'secondReading',
  'isLate',
  'isWithin',
  'correctiveAction',
  'note',
  'signedBy',
  'verifiedByName',
]);

/** A row of the food safety record: a check, or a due time that passed without one. */
export const safetyRecordRow = {
  key: 'required text',
  branchId: 'id',
  branchName: 'text',
  pointName: 'text',
  ...recordedFields,
  isMissed: 'flag',
  /** Null for a missed check, like the two fields below. */
  number: 'text?',
  checkedAt: 'moment?',
  userName: 'text?',
} as const satisfies Shape;
export type SafetyRecordRow = Wire<typeof safetyRecordRow>;
