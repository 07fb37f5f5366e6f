import type { Shape, Wire } from '#platform/shapes/shape.ts';

/**
 * One step of a document's history; `from` is null at creation. `verb` is the transition, or `edit` for a
 * change without a new status; missing where it isn't recorded.
 */
export const historyEntry = {
  from: 'text?',
  to: 'text',
  by: 'id',
  byName: 'name',
  at: 'moment',
  reason: 'text?',
  /** The reason's code: null without one, and from servers that only store text. */
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
