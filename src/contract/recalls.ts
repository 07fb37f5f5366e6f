import { z } from 'zod';
import { pageQuery, quantity, text } from './numbers.ts';

/** What a place is asked for, and what its people found. */
const recallPlace = z.object({
  placeId: z.string(),
  placeName: z.string(),
  branchId: z.string().nullable(),
  phone: z.string().nullable(),
  lotId: z.string(),
  lot: z.string().nullable(),
  /** What the books said when it was started; null where the caller is not told. */
  expected: z.number().nullable(),
  /** Null until somebody has looked. The last word counts; all of them are kept. */
  found: z.number().nullable(),
  foundAt: z.string().nullable(),
  foundByName: z.string().nullable(),
  note: z.string().nullable(),
});
export type RecallPlace = z.output<typeof recallPlace>;

/** How it ended. */
const recallEnd = z.object({
  at: z.string(),
  byName: z.string(),
  note: z.string().nullable(),
  /** From its start. */
  seconds: z.number(),
  placesAsked: z.number(),
  placesConfirmed: z.number(),
});

/** A recall of a lot: practised, or real. What is of all places is told to who sees them all. */
export const recall = z.object({
  _id: z.string(),
  number: z.string(),
  isPractice: z.boolean(),
  startedAt: z.string(),
  byName: z.string(),
  note: z.string().nullable(),
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  lot: z.string().nullable(),
  unitSymbol: z.string(),
  /** Of the places that the caller sees. */
  placesAsked: z.number(),
  placesConfirmed: z.number(),
  /** In base units: what came, what documents account for, what was found; null for who does not see all places. */
  sums: z
    .object({
      came: z.number(),
      documented: z.number(),
      found: z.number(),
      /** Percent of what came; null where nothing did. */
      traced: z.number().nullable(),
    })
    .nullable(),
  /** Null while it goes on. */
  end: recallEnd.nullable(),
  /** Only of one that is asked for by its id. */
  places: z.array(recallPlace),
});
export type Recall = z.output<typeof recall>;

/** Newest first. */
export const recallQuery = z.object({
  ...pageQuery(50),
  id: z.string().optional(),
  state: z.enum(['open']).optional(),
});
export type RecallQuery = z.output<typeof recallQuery>;

export const startRecallInput = z.strictObject({
  itemId: z.string().min(1),
  lot: z.string().trim().min(1).max(60),
  isPractice: z.boolean(),
  note: text().optional(),
});
export type StartRecallInput = z.output<typeof startRecallInput>;

export const findingInput = z.strictObject({
  recallId: z.string().min(1),
  placeId: z.string().min(1),
  lotId: z.string().min(1),
  /** In the base unit. */
  qty: quantity,
  note: text().optional(),
});
export type FindingInput = z.output<typeof findingInput>;

export const endRecallInput = z.strictObject({ recallId: z.string().min(1), note: text().optional() });
export type EndRecallInput = z.output<typeof endRecallInput>;
