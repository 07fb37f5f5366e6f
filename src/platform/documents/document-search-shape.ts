import { listOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

const place = {
  branch: 'id',
  branchName: 'name',
  branchNameAlt: 'text?',
} as const satisfies Shape;

/** A document found by search. `matched` is the matching text unless it is the number or the location. */
export const documentHit = {
  collection: 'required text',
  _id: 'key',
  number: 'label',
  status: 'text',
  ...place,
  /** The document's date, YYYY-MM-DD. */
  day: 'text',
  matchedText: 'text?',
} as const satisfies Shape;
export type DocumentHit = Wire<typeof documentHit>;

/** Documents of one kind and status that the caller can move forward now. */
export const waitingDocuments = {
  collection: 'required text',
  status: 'required text',
  /** Available transitions. */
  verbs: 'texts',
  count: 'integer',
  /** Whether the count is a lower bound. */
  isCapped: 'flag',
  /**
   * Whether the caller isn't assigned to a location: the documents are primarily waiting for users of the
   * locations.
   */
  isSubstitute: 'flag',
  /** The documents that have been unchanged for the longest time. */
  documents: listOf({
    _id: 'key',
    number: 'label',
    ...place,
    updatedAt: 'moment',
  }),
} as const satisfies Shape;
export type WaitingDocuments = Wire<typeof waitingDocuments>;
