import type { Shape, Wire } from '#platform/shapes/shape.ts';

/**
 * One step of a document's history; `from` is null at creation. `verb` is the transition, or `edit` if the
 * status didn't change; absent if it isn't recorded.
 */
export const historyEntry = {
  from: 'text?',
  to: 'text',
  by: 'id',
  byName: 'name',
  at: 'moment',
  reason: 'text?',
  /** The reason's code; null if there is no reason, or if the server only stores text. */
  reasonCode: 'optional text?',
  reasonNote: 'optional text?',
  verb: 'optional text?',
} as const satisfies Shape;
export type HistoryEntry = Wire<typeof historyEntry>;

/**
 * A transition available to the caller: the status to PATCH, its verb, and whether a reason must be saved
 * first.
 */
export const allowedMove = { to: 'text', verb: 'text', reason: 'flag' } as const satisfies Shape;
export type AllowedMove = Wire<typeof allowedMove>;
