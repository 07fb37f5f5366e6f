import { z } from 'zod';
import { cappedLimit } from './numbers.ts';

/** `limit`: results per kind of document, at most 20. */
export const documentSearch = z.object({
  q: z.string().trim().max(100).optional(),
  limit: cappedLimit(20).default(6),
});

const place = {
  branch: z.string(),
  branchName: z.string(),
  branchNameAlt: z.string().nullable(),
};

/** A matching document. `matched` is the matching text if it is neither the number nor the location. */
export const documentHit = z.object({
  collection: z.string(),
  _id: z.string(),
  number: z.string(),
  status: z.string(),
  ...place,
  /** The day it is for, YYYY-MM-DD. */
  day: z.string(),
  matched: z.string().nullable(),
});
export type DocumentHit = z.output<typeof documentHit>;

/** Documents of one kind and status that the caller can move forward now. */
export const waitingDocuments = z.object({
  collection: z.string(),
  status: z.string(),
  /** Available transitions. */
  verbs: z.array(z.string()),
  count: z.number(),
  /** The count is a lower bound. */
  isCapped: z.boolean(),
  /** For users who aren't assigned to a location: waiting primarily for users of the locations. */
  standsIn: z.boolean(),
  /** The documents untouched for longest. */
  documents: z.array(z.object({ _id: z.string(), number: z.string(), ...place, updatedAt: z.string() })),
});
export type WaitingDocuments = z.output<typeof waitingDocuments>;
