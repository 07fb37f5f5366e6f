import type { DocumentFields } from './document-fields.ts';

/**
 * A stock count of one branch or kitchen. `absolute` and `net` are the variances by value, unsigned and
 * signed: null before submission.
 */
export const countFields = {
  _id: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  /** Incremented only by decisions, because entries arrive from many devices at once. */
  version: 'integer',
  number: 'text',
  branch: 'id',
  branchName: 'computed text',
  branchNameAlt: 'computed text?',
  /** One of `countTypes`. */
  type: 'text',
  /** Hides the book quantity from users who count. */
  blind: 'flag',
  /** Ids of the counted sections; empty for all. */
  sections: 'json',
  /** Ids of the counted items; empty for those of its type and sections. */
  only: 'json',
  /** One of `countStatuses`. */
  status: 'text',
  note: 'text?',
  /** The schedule it was created for. */
  schedule: 'id?',
  userId: 'id',
  userName: 'text',
  startedAt: 'moment?',
  submittedAt: 'moment?',
  submittedByName: 'text?',
  approvedAt: 'moment?',
  approvedByName: 'text?',
  /** Day (YYYY-MM-DD) in the branch's time zone: of creation, and then of the start. */
  businessDay: 'text',
  lineCount: 'integer',
  absolute: 'cost?',
  net: 'cost?',
  /** Above this value head office must approve; as of the submission. */
  approvalLimit: 'money?',
  /** Number of lines of a submitted count with open questions. */
  asking: 'computed integer',
  /** Number of lines of an approved count whose variance is not posted yet. */
  toPost: 'integer',
  /** Number of lines whose variance couldn't be posted after approval; each has the reason. */
  leftOver: 'integer',
} as const satisfies DocumentFields;

/**
 * Count of one item, or of one of its lots. Quantities in the item's base unit. `sparse` fields derived from
 * book quantities are absent for blind counters until submission.
 */
export const countLineFields = {
  lineId: 'text',
  position: 'integer',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
  itemNameAlt: 'text?',
  /** Null for stock without a lot. */
  lot: 'computed text?',
  expiry: 'text?',
  /** Whether the item is tracked by lot, so that lots can be added. */
  byLots: 'flag',
  section: 'id?',
  sectionName: 'text?',
  /** Walking order at this branch, within the section. */
  bin: 'integer?',
  unit: 'id',
  unitSymbol: 'text',
  /** Catch weight: enter pieces and weight. */
  inPieces: 'flag',
  /** Units for counting, the count unit first: `{ _id, symbol, num, den, wholeOnly }`. */
  units: 'computed json',
  /** Added while the count was open. */
  added: 'flag',
  /** Null if not counted; 0 is a count. */
  countedQty: 'quantity?',
  pieces: 'integer?',
  countedAt: 'moment?',
  countedBy: 'id?',
  countedByName: 'text?',
  /** Current counts by person, several if they add up: `{ by, byName, device, qty, at }`. */
  claims: 'json',
  /** Number of entries, and the number of the newest one, which a device sends back as `seen`. */
  entries: 'integer',
  newest: 'integer',
  /** 0 at first, 1 once it is recounted. */
  round: 'integer',
  /** Marked for recount. */
  recount: 'flag',
  /** First count of a recounted line; absent for blind recounters. */
  firstQty: 'quantity?',
  firstBy: 'id?',
  firstByName: 'text?',
  firstAt: 'moment?',
  causeCode: 'text?',
  causeNote: 'text?',
  /** Entered cost per base unit if it is unknown; for an opening count its value. */
  givenCost: 'unitCost?',
  /** Ledger position at which the book quantity is read. */
  bookSeq: 'integer?',
  /** Book quantity at `bookSeq`; the current one if not counted yet. */
  bookQty: 'sparse quantity?',
  varianceQty: 'sparse quantity?',
  /** Variance in pieces; absent if the pieces are unknown. */
  variancePieces: 'sparse integer?',
  varianceValue: 'sparse cost?',
  /** Cost per base unit for valuing the variance; absent if unknown. */
  unitCost: 'sparse unitCost?',
  /** Net stock movement since the count. */
  movedSince: 'computed quantity?',
  /** Open questions: `{ question, params? }`, with `question` one of `countQuestions`. */
  asks: 'computed json',
  /** Whether late movements took effect `before` or `since` the count. */
  movesAnswer: 'text?',
  /**
   * Ledger position of the newest movement in question. An answer refers to it and doesn't cover later
   * movements.
   */
  movesUpTo: 'computed integer?',
  /** The variance is posted. */
  posted: 'flag',
} as const satisfies DocumentFields;
