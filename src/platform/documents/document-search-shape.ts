import { listOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

const place = {
  branch: 'id',
  branchName: 'name',
  branchNameAlt: 'text?',
} as const satisfies Shape;

/** A matching document. `matched` is the matching text if it is neither the number nor the location. */
export const documentHit = {
  collection: 'required text',
  _id: 'key',
  number: 'label',
  status: 'text',
  ...place,
  /** The day it is for, YYYY-MM-DD. */
  day: 'text',
  matched: 'text?',
} as const satisfies Shape;
export type DocumentHit = Wire<typeof documentHit>;

/** Documents of one kind and status that the caller can move forward now. */
export const waitingDocuments = {
  collection: 'required text',
  status: 'required text',
  /** Available transitions. */
  verbs: 'texts',
  count: 'integer',
  /** The count is a lower bound. */
  isCapped: 'flag',
  /** For users who aren't assigned to a location: waiting primarily for users of the locations. */
  standsIn: 'flag',
  /** The documents untouched for longest. */
  documents: listOf({
    _id: 'key',
    number: 'label',
    ...place,
    updatedAt: 'moment',
  }),
} as const satisfies Shape;
export type WaitingDocuments = Wire<typeof waitingDocuments>;
