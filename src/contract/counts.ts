import { countQuestions, countStatuses, countTypes } from '#domain/counts/status.ts';
import { z } from 'zod';
import { countFields, countLineFields } from './count-fields.ts';
import { allowedMove, wireObject } from './document-schemas.ts';
import { calendarDate, instant, pageQuery, pieces, price, quantity, text } from './numbers.ts';

const id = z.string().min(1).max(64);

/** A unit that a line can be counted in: one of it is `num / den` base units. */
const lineUnit = z.object({
  _id: z.string(),
  symbol: z.string(),
  num: z.number(),
  den: z.number(),
  wholeOnly: z.boolean(),
});
export type CountUnit = z.output<typeof lineUnit>;

/** What one person counted of a line; several stand side by side where they add up, or where nobody has decided yet. */
const claim = z.object({
  by: z.string(),
  byName: z.string(),
  device: z.string(),
  qty: z.number(),
  at: z.string(),
  /** It stands against the first one: somebody has to say which is right, or that both are. */
  isAgainst: z.boolean(),
});

/** What keeps a line from being approved, with what a sentence about it needs. */
const ask = z.object({
  question: z.enum(countQuestions),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type CountLinePrompt = z.output<typeof ask>;

export const countLine = wireObject(countLineFields, {
  units: z.array(lineUnit),
  claims: z.array(claim),
  asks: z.array(ask),
});
export type CountLine = z.output<typeof countLine>;

/** How far a section is; `section` null is what stands in none. Whoever took it counts it alone, by agreement. */
const sectionProgress = z.object({
  section: z.string().nullable(),
  name: z.string().nullable(),
  lines: z.number(),
  counted: z.number(),
  takenBy: z.string().nullable(),
  takenByName: z.string().nullable(),
  takenAt: z.string().nullable(),
});

/** `GET /stock-counts/{id}/progress`: what is cheap to ask for again and again. */
export const countProgress = z.object({
  status: z.string(),
  version: z.number(),
  /** The newest entry of the whole count: `after` of `/lines` answers what came since another one. */
  newest: z.number(),
  /** The position of the ledger at this moment: what a device stamps its entries with. */
  bookSeq: z.number(),
  lines: z.number(),
  counted: z.number(),
  /** Lines of an approved count whose difference is still to be posted. */
  toPost: z.number(),
  /** Lines of a submitted count that ask something. */
  asking: z.number(),
  sections: z.array(sectionProgress),
});
export type CountProgress = z.output<typeof countProgress>;

/** One stock count with its lines in walking order. Lists leave out what only one has. */
export const stockCount = wireObject(countFields, {
  sections: z.array(z.string()),
  only: z.array(z.string()),
}).extend({
  items: z.array(countLine).optional(),
  allowedMoves: z.array(allowedMove).optional(),
  progress: countProgress.optional(),
  /** Whether the books are kept from the caller as long as it is open. */
  hidden: z.boolean().optional(),
});
export type StockCount = z.output<typeof stockCount>;

/** A count begins as a draft, and gets its lines when it is started. */
export const countInput = z.strictObject({
  /** May be left out by a user with one branch. */
  branch: id.optional(),
  type: z.enum(countTypes),
  /** Left out: all of them. */
  sections: z.array(id).max(200).optional(),
  /** Left out: what type and sections say. A spot count names them. */
  items: z.array(id).max(5_000).optional(),
  blind: z.boolean().optional(),
  note: text().optional(),
  /** The count schedule that it is due by. */
  schedule: id.optional(),
});
export type CountInput = z.output<typeof countInput>;

/** What is decided of one line of a submitted count. */
const lineDecision = z.strictObject({
  lineId: id,
  causeCode: text(40).optional(),
  causeNote: text().optional(),
  /** To be counted again, by somebody else. */
  recount: z.boolean().optional(),
  /** Per base unit. */
  givenCost: price.nullable().optional(),
  /** Moves that the books learned of late: had they happened `before` the count, or `since`? */
  movesAnswer: z.enum(['before', 'since']).optional(),
  /** The `movesUpTo` of the line that was looked at: moves after it ask by themselves. Not said, the answer is of all until now. */
  movesUpTo: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type CountLineDecision = z.output<typeof lineDecision>;

/** A draft says what it counts; a submitted count decides on lines; `status` travels alone. */
export const countChange = z.strictObject({
  status: z.string().max(40).optional(),
  type: z.enum(countTypes).optional(),
  sections: z.array(id).max(200).optional(),
  only: z.array(id).max(5_000).optional(),
  blind: z.boolean().optional(),
  note: text().optional(),
  items: z.array(lineDecision).min(1).max(5_000).optional(),
});
export type CountChange = z.output<typeof countChange>;

/** One part of what somebody counted of a line: 2 cases. */
const entryPart = z.strictObject({ qty: quantity, unit: id });

/**
 * One thing that somebody counted. A line is named by `lineId`, or by item and lot, which adds it where it is not there.
 * How much is `qty` in `unit` (left out: the base unit), or `parts` in several units; `set` with `qty: null` takes the line's
 * count back. A repeated `device` and `seq` is taken once.
 */
export const countEvent = z.strictObject({
  device: z.string().trim().min(1).max(64),
  seq: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  lineId: id.optional(),
  itemId: id.optional(),
  lot: z.string().trim().max(60).nullable().optional(),
  /** Of a lot that the books do not know. */
  expiry: calendarDate.optional(),
  mode: z.enum(['set', 'add']),
  qty: quantity.nullable().optional(),
  unit: id.optional(),
  parts: z.array(entryPart).min(1).max(20).optional(),
  pieces: pieces.optional(),
  /** How long after the person began what this call holds it was counted, in ms; left out: 0. */
  afterMs: z.int().min(0).max(31_622_400_000).optional(),
  /** When it was counted by the client's own clock; left out: as long ago as `Action-Age` says. */
  at: instant.optional(),
  /** The newest entry of the line (`newest`) that the device had seen; left out: none of others. */
  seen: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** The position of the ledger that the device had seen; left out: that of now. */
  bookSeq: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type CountEvent = z.output<typeof countEvent>;

export const countEvents = z.strictObject({ events: z.array(countEvent).min(1).max(500) });
export type CountEvents = z.output<typeof countEvents>;

/** What became of entries: the lines they touched, as they are now. */
export const recordedCount = z.object({ items: z.array(countLine), newest: z.number(), bookSeq: z.number() });
export type RecordedCount = z.output<typeof recordedCount>;

/** Take a section, give it back, or take it from who has it. */
export const sectionInput = z.strictObject({
  section: id.nullable(),
  what: z.enum(['take', 'release', 'take over']),
});
export type SectionInput = z.output<typeof sectionInput>;

const anyStatus = `(${countStatuses.join('|')})`;
const someStatuses = new RegExp(`^${anyStatus}(,${anyStatus})*$`);

export const countQuery = z.object({
  ...pageQuery(100),
  branch: z.string().optional(),
  type: z.enum(countTypes).optional(),
  /** One, or several separated by commas. */
  status: z.string().regex(someStatuses).optional(),
  /** Whether lines of it still ask something: what waits to be resolved, and what waits to be approved. */
  asks: z.enum(['yes', 'no']).optional(),
  /** First and last business day, both inclusive. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  sort: z.enum(['createdAt', '-createdAt', 'number', '-number']).default('-createdAt'),
});
export type CountQuery = z.output<typeof countQuery>;

/** Lines in walking order; `after` answers those with an entry newer than this one. */
export const countLinesQuery = z.object({
  ...pageQuery(100),
  section: z.string().optional(),
  state: z.enum(['counted', 'uncounted', 'differs', 'asks', 'recount']).optional(),
  after: z.coerce.number().int().min(0).optional(),
});
export type CountLinesQuery = z.output<typeof countLinesQuery>;

/** Who entered what on a line, oldest first. */
export const countEntry = z.object({
  seq: z.number(),
  round: z.number(),
  mode: z.string(),
  /** Base units; null took the count back. */
  qty: z.number().nullable(),
  parts: z.array(z.object({ qty: z.number(), unit: z.string(), unitSymbol: z.string() })),
  pieces: z.number().nullable(),
  by: z.string(),
  byName: z.string(),
  device: z.string(),
  at: z.string(),
  receivedAt: z.string(),
});
export type CountEntry = z.output<typeof countEntry>;

/** A move of a line's goods since it was counted. `isLate`: it happened before the count, and came into the books after it. */
export const countMove = z.object({
  seq: z.number(),
  effectiveAt: z.string(),
  postedAt: z.string(),
  kind: z.string(),
  /** Above zero: came; below: went. Base units. */
  qty: z.number(),
  docType: z.string(),
  docId: z.string(),
  docNo: z.string().nullable(),
  isLate: z.boolean(),
});
export type CountMove = z.output<typeof countMove>;

/** Stock of the counted place and sections that has no line: it came after the start. */
export const appearedItem = z.object({
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  itemNameAlt: z.string().nullable(),
  lot: z.string().nullable(),
  expiry: z.string().nullable(),
  section: z.string().nullable(),
});
export type AppearedItem = z.output<typeof appearedItem>;

/** Adds items or lots to a count that is open. */
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

/** A count that a schedule asks for: since when it is due, and the one that is under way for it. */
export const countDue = z.object({
  schedule: z.string(),
  name: z.string(),
  nameAlt: z.string().nullable(),
  branch: z.string(),
  type: z.string(),
  sections: z.array(z.string()),
  /** The moment by which it is due, today or the last one that passed (ISO, UTC). */
  dueAt: z.string(),
  isOverdue: z.boolean(),
  /** The open count that was made for it, or null. */
  count: z.object({ _id: z.string(), number: z.string(), status: z.string() }).nullable(),
});
export type CountDue = z.output<typeof countDue>;

export const countDueQuery = z.object({ branch: z.string().optional() });
