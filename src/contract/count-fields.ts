import type { DocumentFields } from './document-fields.ts';

/**
 * A stock count of one branch or kitchen. `absolute` and `net` are the differences by value, without and with their signs:
 * null before it is submitted.
 */
export const countFields = {
  _id: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  /** Rises with decisions alone: entries come from many devices at once. */
  version: 'integer',
  number: 'text',
  branch: 'id',
  branchName: 'computed text',
  branchNameAlt: 'computed text?',
  /** One of `countTypes`. */
  type: 'text',
  /** What the books say is not told to those who count. */
  blind: 'flag',
  /** Ids of the sections that are counted; empty: all. */
  sections: 'json',
  /** Ids of the items that are counted; empty: what its type and sections say. */
  only: 'json',
  /** One of `countStatuses`. */
  status: 'text',
  note: 'text?',
  /** The schedule that it was due by. */
  schedule: 'id?',
  userId: 'id',
  userName: 'text',
  startedAt: 'moment?',
  submittedAt: 'moment?',
  submittedByName: 'text?',
  approvedAt: 'moment?',
  approvedByName: 'text?',
  /** The day (YYYY-MM-DD) by the branch's own clock: of its making, and then of its start. */
  businessDay: 'text',
  lineCount: 'integer',
  absolute: 'cost?',
  net: 'cost?',
  /** Above this somebody of head office approves; as it was when the count was submitted. */
  approvalLimit: 'money?',
  /** Lines of a submitted count that ask something. */
  asking: 'computed integer',
  /** Lines of an approved count whose difference is still to be posted. */
  toPost: 'integer',
  /** Lines whose difference could not be posted any more after the approval; each says why. */
  leftOver: 'integer',
} as const satisfies DocumentFields;

/**
 * What is counted of one item, or of one lot of it. Quantities in the item's base unit. What is `sparse` and follows from the
 * books is absent for those who count blind, until the count is submitted.
 */
export const countLineFields = {
  lineId: 'text',
  position: 'integer',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
  itemNameAlt: 'text?',
  /** Null for what nobody named a lot for. */
  lot: 'computed text?',
  expiry: 'text?',
  /** Whether the item is kept by lots, so that another one may be added. */
  byLots: 'flag',
  section: 'id?',
  sectionName: 'text?',
  /** Walking order at this branch, within the section. */
  bin: 'integer?',
  unit: 'id',
  unitSymbol: 'text',
  /** Of an item that is counted in pieces and valued by weight: say both. */
  inPieces: 'flag',
  /** The units it can be counted in, the count unit first: `{ _id, symbol, num, den, wholeOnly }`. */
  units: 'computed json',
  /** It came to the count while that was open. */
  added: 'flag',
  /** Null: not counted. 0 is a count. */
  countedQty: 'quantity?',
  pieces: 'integer?',
  countedAt: 'moment?',
  countedBy: 'id?',
  countedByName: 'text?',
  /** Who counted how much of it, as it stands: several where people added up; `{ by, byName, device, qty, at }`. */
  claims: 'json',
  /** Entries so far, and the newest one's number: what a device that enters says it has `seen`. */
  entries: 'integer',
  newest: 'integer',
  /** 0 at first, 1 once it is counted again. */
  round: 'integer',
  /** Named to be counted again. */
  recount: 'flag',
  /** First count of a line that is recounted; absent for those who recount it blind. */
  firstQty: 'quantity?',
  firstBy: 'id?',
  firstByName: 'text?',
  firstAt: 'moment?',
  causeCode: 'text?',
  causeNote: 'text?',
  /** Per base unit, said by somebody where nothing is known of it; for an opening count what it is worth. */
  givenCost: 'unitCost?',
  /** The position in the ledger at which the books are compared. */
  bookSeq: 'integer?',
  /** On hand at `bookSeq`; on hand now where it is not counted yet. */
  bookQty: 'sparse quantity?',
  varianceQty: 'sparse quantity?',
  /** The same of pieces, of what is counted in them; absent where nobody said how many there are. */
  variancePieces: 'sparse integer?',
  varianceValue: 'sparse cost?',
  /** The cost per base unit that the difference is valued at; absent where nothing is known. */
  unitCost: 'sparse unitCost?',
  /** By how much stock has moved since it was counted. */
  movedSince: 'computed quantity?',
  /** What it still asks: `{ question, params? }`, questions among `countQuestions`. */
  asks: 'computed json',
  /** How a move that happened before the count and came into the books later was answered: `before` or `since`. */
  movesAnswer: 'text?',
  /** The position in the ledger of the newest move that asks, answered or not: an answer names it, and is of none that came after it. */
  movesUpTo: 'computed integer?',
  /** Its difference stands in the ledger. */
  posted: 'flag',
} as const satisfies DocumentFields;
