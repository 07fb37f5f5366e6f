import {
  computed,
  type Shape,
  listOf,
  oneOf,
  mapOf,
  sparse,
  objectOf,
  type Wire,
  nullable,
  required,
} from '#platform/shapes/shape.ts';
import { countQuestions } from './status.ts';
import { allowedMove } from '#platform/documents/document-shapes.ts';

/**
 * A stock count of one branch or kitchen. `absolute` and `net` are the variances by value, unsigned and
 * signed: null before submission.
 */
export const countFields = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  /** Incremented by changes of status and by reviews, but not by entries, which arrive from many devices. */
  version: 'integer',
  number: 'label',
  branch: 'id of branch',
  branchName: 'computed name',
  branchNameAlt: 'computed text?',
  /** One of `countTypes`. */
  type: 'text',
  /** Hides the book quantity from users who count. */
  blind: 'flag',
  /** Ids of the counted sections; empty for all. */
  sections: 'texts',
  /** Ids of the counted items; empty to count all items of the type and the sections. */
  itemIds: 'texts',
  /** One of `countStatuses`. */
  status: 'text',
  note: 'text?',
  /** The schedule for which it was created. */
  schedule: 'id?',
  userId: 'id of users',
  userName: 'name',
  startedAt: 'moment?',
  submittedAt: 'moment?',
  submittedByName: 'text?',
  approvedAt: 'moment?',
  approvedByName: 'text?',
  /** Day of creation in the branch's time zone; once started, the day of the start. */
  businessDay: 'day',
  lineCount: 'integer',
  absolute: 'cost?',
  net: 'cost?',
  /** Variance value above which head office had to approve at submission. */
  approvalLimit: 'money?',
  /** Number of lines of a submitted count with open questions. */
  openQuestionLines: 'computed integer',
  /** Number of lines of an approved count whose variance is not posted yet. */
  toPost: 'integer',
  /** Number of lines whose variance couldn't be posted after approval; each line has the reason. */
  failedLines: 'integer',
} as const satisfies Shape;

/** A unit for counting a line: one equals `num / den` base units. */
const lineUnit = {
  _id: 'key',
  symbol: 'text',
  num: 'factor',
  den: 'factor',
  wholeOnly: 'flag',
} as const satisfies Shape;
export type CountUnit = Wire<typeof lineUnit>;

/** One person's count of a line. A line has several if they add up or conflict. */
const claim = {
  by: 'id',
  byName: 'name',
  device: 'text',
  qty: 'quantity',
  at: 'moment',
  /** Conflicts with the first count: a user must choose one or add both. */
  isAgainst: 'flag',
} as const satisfies Shape;

/** A question that blocks the approval of a line, with its parameters. */
const lineQuestion = {
  question: required(oneOf(countQuestions)),
  params: sparse(mapOf('scalar')),
} as const satisfies Shape;

/**
 * Count of one item, or of one of its lots. Quantities in the item's base unit. `sparse` fields derived from
 * book quantities are absent for blind counters until submission.
 */
export const countLine = {
  lineId: 'key',
  position: 'integer',
  itemId: 'id of items',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  /** Null for stock without a lot. */
  lot: 'computed text?',
  expiry: 'day?',
  /** Whether the item is tracked by lot, so that lots can be added. */
  isTrackedByLot: 'flag',
  section: 'id of sections?',
  sectionName: 'name?',
  /** Position within the section at this branch. */
  positionInSection: 'integer?',
  unit: 'id of units',
  unitSymbol: 'text',
  /** Catch weight: both pieces and weight are entered. */
  isCountedInPieces: 'flag',
  /** Units for counting, the count unit first. */
  units: computed(listOf(lineUnit)),
  /** Whether it was added while the count was open. */
  isAdded: 'flag',
  /** Null if not counted; 0 is a count. */
  countedQty: 'quantity?',
  pieces: 'integer?',
  countedAt: 'moment?',
  countedBy: 'id?',
  countedByName: 'name?',
  /** Current counts by person; several if they add up or conflict. */
  claims: listOf(claim),
  /** Number of entries, and the sequence number of the last one, which a device returns as `lastSeenSeq`. */
  entries: 'integer',
  lastEntrySeq: 'integer',
  /** Number of recounts: 0 for the first count. */
  round: 'integer',
  isMarkedForRecount: 'flag',
  /** First count of a recounted line; absent for blind recounters. */
  firstQty: 'quantity?',
  firstBy: 'id?',
  firstByName: 'name?',
  firstAt: 'moment?',
  causeCode: 'text?',
  causeNote: 'text?',
  /** Cost per base unit entered by a user, because none was known or to value an opening count. */
  enteredCost: 'unitCost?',
  /** Ledger position at which the book quantity is read. */
  bookSeq: 'integer?',
  /** Book quantity at `bookSeq`; the current book quantity if the line isn't counted yet. */
  bookQty: 'sparse quantity?',
  varianceQty: 'sparse quantity?',
  /** Variance in pieces; absent if the pieces are unknown. */
  variancePieces: 'sparse integer?',
  varianceValue: 'sparse cost?',
  /** Cost per base unit for valuing the variance; absent if unknown. */
  unitCost: 'sparse unitCost?',
  /** Net stock movement since the count. */
  movedSince: 'computed quantity?',
  /** Open questions. */
  questions: computed(listOf(lineQuestion)),
  /** Whether late movements took effect `before` or `since` the count. */
  lateMovementAnswer: 'text?',
  /**
   * Ledger position of the newest movement that raised a question. An answer applies up to it and doesn't
   * cover later movements.
   */
  lateMovementSeq: 'computed integer?',
  /** Whether the variance is posted. */
  posted: 'flag',
} as const satisfies Shape;

export type CountLine = Wire<typeof countLine>;

/**
 * Progress of a section; `section` is null for items without one. By convention, only the user who claimed it
 * counts it.
 */
const sectionProgress = {
  section: 'id?',
  name: 'text?',
  lines: 'integer',
  counted: 'integer',
  claimedBy: 'id?',
  claimedByName: 'name?',
  claimedAt: 'moment?',
} as const satisfies Shape;

/** `GET /stock-counts/{id}/progress`: cheap enough for polling. */
export const countProgress = {
  status: 'text',
  version: 'integer',
  /** Sequence number of the count's last entry; pass it as `after` to `/lines` to get later changes. */
  lastEntrySeq: 'integer',
  /** Current ledger position, which devices attach to their entries. */
  bookSeq: 'integer',
  lines: 'integer',
  counted: 'integer',
  /** Number of lines of an approved count whose variance is not posted yet. */
  toPost: 'integer',
  /** Number of lines of a submitted count with open questions. */
  openQuestionLines: 'integer',
  sections: listOf(sectionProgress),
} as const satisfies Shape;
export type CountProgress = Wire<typeof countProgress>;

/** A stock count with its lines in section order. Lists omit the fields specific to a single count. */
export const stockCount = {
  ...countFields,
  items: sparse(listOf(countLine)),
  allowedMoves: sparse(listOf(allowedMove)),
  progress: sparse(objectOf(countProgress)),
  /** Whether book quantities are hidden from the caller while it is open. */
  isBookHidden: 'sparse flag?',
} as const satisfies Shape;
export type StockCount = Wire<typeof stockCount>;

/** Result of entries: the affected lines in their current state. */
export const recordedCount = {
  items: listOf(countLine),
  lastEntrySeq: 'integer',
  bookSeq: 'integer',
} as const satisfies Shape;
export type RecordedCount = Wire<typeof recordedCount>;

/** Entry on a line by one person; lists are oldest first. */
export const countEntry = {
  seq: 'required integer',
  round: 'integer',
  mode: 'text',
  /** In base units; null if the entry cleared the count. */
  qty: 'quantity?',
  parts: listOf({
    qty: 'quantity',
    unit: 'id',
    unitSymbol: 'text',
  }),
  pieces: 'integer?',
  by: 'id',
  byName: 'name',
  device: 'text',
  at: 'moment',
  receivedAt: 'moment',
} as const satisfies Shape;
export type CountEntry = Wire<typeof countEntry>;

/**
 * A movement of a line's goods since it was counted. `isLate`: happened before the count, but was recorded
 * after it.
 */
export const countMove = {
  seq: 'required integer',
  effectiveAt: 'moment',
  postedAt: 'moment',
  kind: 'text',
  /** Positive in, negative out, in base units. */
  qty: 'required quantity',
  docType: 'text',
  docId: 'id',
  docNo: 'text?',
  isLate: 'flag',
} as const satisfies Shape;
export type CountMove = Wire<typeof countMove>;

/** Stock at the counted location and sections without a line, because it arrived after the count started. */
export const unlistedItem = {
  itemId: 'required id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  lot: 'text?',
  expiry: 'day?',
  section: 'id?',
} as const satisfies Shape;
export type UnlistedItem = Wire<typeof unlistedItem>;

/** A scheduled count that is due, with the open document created for it. */
export const dueCount = {
  schedule: 'required id',
  name: 'name',
  nameAlt: 'text?',
  branch: 'required id',
  type: 'text',
  sections: 'texts',
  /** Today's due time, or the most recent one (ISO, UTC). */
  dueAt: 'required moment',
  isOverdue: 'flag',
  /** The open count created for it. */
  count: nullable(
    objectOf({
      _id: 'key',
      number: 'label',
      status: 'text',
    }),
  ),
} as const satisfies Shape;
export type DueCount = Wire<typeof dueCount>;
