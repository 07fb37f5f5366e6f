import { countTypes } from './status.ts';
import { z } from 'zod';
import { calendarDate, instant, pageQuery, pieces, price, quantity, text } from '#platform/shapes/numbers.ts';

const id = z.string().min(1).max(64);

/** Creates a draft; lines are created when the count is started. */
export const countInput = z.strictObject({
  /** Optional for a user with one branch. */
  branch: id.optional(),
  type: z.enum(countTypes),
  /** Omit for all sections. */
  sections: z.array(id).max(200).optional(),
  /** Omit to select items by type and sections; required for a spot count. */
  itemIds: z.array(id).max(5_000).optional(),
  blind: z.boolean().optional(),
  note: text().optional(),
  /** The schedule for which the count is created. */
  schedule: id.optional(),
});
export type CountInput = z.output<typeof countInput>;

/** Decision on one line of a submitted count. */
const lineDecision = z.strictObject({
  lineId: id,
  causeCode: text(40).optional(),
  causeNote: text().optional(),
  /** Marks the line for recount by another user. */
  isMarkedForRecount: z.boolean().optional(),
  /** Per base unit. */
  enteredCost: price.nullable().optional(),
  /** Whether movements that were recorded late happened `before` or `since` the count. */
  lateMovementAnswer: z.enum(['before', 'since']).optional(),
  /**
   * The `lateMovementSeq` of the line as read; later movements raise a new question. Omit it to answer for all
   * movements so far.
   */
  lateMovementSeq: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type CountLineDecision = z.output<typeof lineDecision>;

/**
 * A draft accepts changes to its scope, a submitted count decisions on its lines; `status` must be sent
 * alone.
 */
export const countChange = z.strictObject({
  status: z.string().max(40).optional(),
  type: z.enum(countTypes).optional(),
  sections: z.array(id).max(200).optional(),
  itemIds: z.array(id).max(5_000).optional(),
  blind: z.boolean().optional(),
  note: text().optional(),
  items: z.array(lineDecision).min(1).max(5_000).optional(),
});
export type CountChange = z.output<typeof countChange>;

/** One part of a line's quantity, such as 2 cases. */
const entryPart = z.strictObject({ qty: quantity, unit: id });

/**
 * One count entry. A line is identified by `lineId`, or by item and lot, which adds a missing line. The
 * quantity is `qty` in `unit` (default: base unit), or `parts` in several units; `set` with `qty: null`
 * clears the count. A repeated `device` and `seq` is ignored.
 */
export const countEvent = z.strictObject({
  device: z.string().trim().min(1).max(64),
  seq: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  lineId: id.optional(),
  itemId: id.optional(),
  lot: z.string().trim().max(60).nullable().optional(),
  /** For a lot that isn't recorded yet. */
  expiry: calendarDate.optional(),
  mode: z.enum(['set', 'add']),
  qty: quantity.nullable().optional(),
  unit: id.optional(),
  parts: z.array(entryPart).min(1).max(20).optional(),
  pieces: pieces.optional(),
  /** Milliseconds between the first entry of this request and this one; default 0. */
  afterMs: z.int().min(0).max(31_622_400_000).optional(),
  /** Time of the count on the client's clock; default: computed from `Action-Age`. */
  countedAt: instant.optional(),
  /** The newest entry of the line (`lastEntrySeq`) that the device had received; omit if none. */
  lastSeenSeq: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** The ledger position that the device had received; default: the current one. */
  bookSeq: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type CountEvent = z.output<typeof countEvent>;

export const countEvents = z.strictObject({ events: z.array(countEvent).min(1).max(500) });
export type CountEvents = z.output<typeof countEvents>;

/** Claims a section, releases it, or takes it over. */
export const sectionInput = z.strictObject({
  section: id.nullable(),
  action: z.enum(['take', 'release', 'take over']),
});
export type SectionInput = z.output<typeof sectionInput>;

/** Lines in section order; `after` returns those with a newer entry. */
export const countLinesQueryParams = z.object({
  ...pageQuery(100),
  section: z.string().optional(),
  state: z.enum(['counted', 'uncounted', 'differs', 'questions', 'recount']).optional(),
  after: z.coerce.number().int().min(0).optional(),
});
export type CountLinesQueryParams = z.output<typeof countLinesQueryParams>;

/** Adds items or lots to an open count. */
export const countLinesInput = z.strictObject({
  items: z
    .array(
      z.strictObject({
        itemId: id,
        lot: z.string().trim().max(60).nullable().optional(),
        expiry: calendarDate.optional(),
      }),
    )
    .min(1)
    .max(500),
});
export type CountLinesInput = z.output<typeof countLinesInput>;

export const dueCountsQueryParams = z.object({ branch: z.string().optional() });
