import { allergenStates } from '../items.ts';
import { labelCauses } from '#domain/production/printed-labels.ts';
import { historyEntry, allowedMove } from './documents.ts';
import { type Shape, listOf, oneOf, type Wire } from '../shape.ts';

const namedLot = {
  lot: 'text',
  qty: 'quantity',
} as const satisfies Shape;

/** State of one allergen; allergens not listed are unknown. */
const allergen = {
  allergen: 'text',
  state: oneOf(allergenStates),
} as const satisfies Shape;

/** One input (`in`) or output (`out`) of a batch. Quantities are in the base unit of its item. */
export const batchLine = {
  lineId: 'line',
  /** `in` or `out`. */
  side: 'text',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  unitSymbol: 'text',
  /** Requirement for the whole plan; of an output the planned quantity, 0 for an added one. */
  neededQty: 'quantity',
  /** Entered for the next part; null for the proposed quantity. */
  enteredQty: 'quantity?',
  /** Requirement for the next part as entered; of an output the quantity still to make. */
  proposedQty: 'computed quantity',
  /** Lots entered for `enteredQty`. */
  lots: listOf(namedLot),
  /** For an output: entered lot and expiry; null to generate them on completion. */
  lot: 'text?',
  expiry: 'text?',
  /** For an output tracked by lot: a lot is recorded, numbered automatically if none was entered. */
  keepsLots: 'computed flag',
  /** For an output that tracks expiry: days from production, used if no expiry is entered. */
  shelfLifeDays: 'computed integer?',
  /** Used or made in finished parts, and the requirement for these. */
  postedQty: 'quantity',
  dueQty: 'computed quantity',
  /** Remaining requirement or output of the plan. */
  remainingQty: 'computed quantity',
  /** For an output: share of the input cost in percent; null for a single one, and with a fixed value. */
  costShare: 'quantity?',
  /** For a by-product, per base unit. Null without access to costs. */
  fixedValue: 'computed cost?',
  /** Value of what was used or made. Null without access to costs. */
  value: 'computed cost?',
} as const satisfies Shape;

/** A production batch in lists. Quantities are in the base unit of its output. */
export const batchSummary = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'label',
  /** One of `batchStatuses`. */
  status: 'text',
  recipeId: 'id',
  recipeName: 'name',
  recipeNameAlt: 'text?',
  /** The recipe version used, even if the recipe changes later. */
  versionId: 'id',
  recipeVersion: 'integer',
  kitchen: 'id',
  kitchenName: 'name',
  kitchenNameAlt: 'text?',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  unitSymbol: 'text',
  plannedQty: 'quantity',
  /** YYYY-MM-DD. */
  plannedFor: 'text',
  /** One of `shifts`, or null. */
  shift: 'text?',
  /** Good and lost quantity of all finished parts. */
  goodQty: 'quantity',
  lostQty: 'quantity',
  /** Number of finished parts that weren't reversed. */
  parts: 'integer',
  userId: 'id',
  userName: 'name',
  startedAt: 'moment?',
  startedByName: 'text?',
  completedAt: 'moment?',
  completedByName: 'text?',
  /** Loss in the part being entered, and its reason. */
  loss: 'quantity',
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  /** Of the part being entered. Null without access to costs. */
  labour: 'computed cost?',
  /**
   * Input cost including labour, and cost per good unit. Null without access to costs, or without good
   * output.
   */
  value: 'computed cost?',
  unitCost: 'computed cost?',
  /** Allergens of the output. */
  allergens: listOf(allergen),
  /** Expires no later than its first ingredient. */
  keepsToIngredients: 'flag',
  notes: 'text?',
  transitionReason: 'text?',
} as const satisfies Shape;

export type BatchLine = Wire<typeof batchLine>;

export type BatchSummary = Wire<typeof batchSummary>;

const movedLot = {
  itemId: 'id',
  itemName: 'name',
  unitSymbol: 'text',
  lot: 'text',
  expiry: 'text?',
  qty: 'quantity',
} as const satisfies Shape;

/** A finished part of a batch: what was used, by lot, and what was made. */
export const batchPart = {
  no: 'integer',
  at: 'moment',
  byName: 'text',
  good: 'quantity',
  lost: 'quantity',
  reason: 'text?',
  /** Null without access to costs. */
  labour: 'cost?',
  value: 'cost?',
  takenBackAt: 'moment?',
  used: listOf(movedLot),
  made: listOf(movedLot),
} as const satisfies Shape;
export type BatchPart = Wire<typeof batchPart>;

/** Labels of one lot printed together. */
export const labelPrint = {
  _id: 'key',
  itemId: 'id',
  lot: 'text',
  cause: oneOf(labelCauses),
  /** The printed use-by date. */
  useBy: 'text?',
  copies: 'integer',
  at: 'moment',
  byName: 'text',
  /** Outdated contents; empty for labels that are correct or were reprinted since. */
  outdated: listOf(oneOf(['allergens', 'day', 'gone'])),
} as const satisfies Shape;
export type LabelPrint = Wire<typeof labelPrint>;

export const productionBatch = {
  ...batchSummary,
  items: listOf(batchLine),
  finished: listOf(batchPart),
  /** Allergens by current data of the ingredients; `allergens` is as of production. */
  allergensNow: listOf(allergen),
  labels: listOf(labelPrint),
  steps: 'texts',
  statusHistory: listOf(historyEntry),
  allowedMoves: listOf(allowedMove),
} as const satisfies Shape;
export type ProductionBatch = Wire<typeof productionBatch>;
