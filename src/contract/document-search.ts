import { z } from 'zod';
import { cappedLimit } from './numbers.ts';

/** `limit`: how many of each kind of document, 20 at most. */
export const documentSearch = z.object({
  q: z.string().trim().max(100).optional(),
  limit: cappedLimit(20).default(6),
});

const place = {
  branch: z.string(),
  branchName: z.string(),
  branchNameAlt: z.string().nullable(),
};

/** A document that fits what was typed. `matched` is what it was found by where that is neither its number nor its place. */
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

/** Documents of one kind and status that somebody can bring a step further now. */
export const waitingDocuments = z.object({
  collection: z.string(),
  status: z.string(),
  /** What can be done with them. */
  verbs: z.array(z.string()),
  count: z.number(),
  /** There are at least so many. */
  isCapped: z.boolean(),
  /** For whoever is bound to no place: those of the places are waited for first. */
  standsIn: z.boolean(),
  /** Those that nobody touched for longest. */
  documents: z.array(z.object({ _id: z.string(), number: z.string(), ...place, updatedAt: z.string() })),
});
export type WaitingDocuments = z.output<typeof waitingDocuments>;
