import { planDemands } from './expected.ts';
import { demandKinds } from './plan.ts';
import {
  type Shape,
  listOf,
  oneOf,
  type Wire,
  objectOf,
  nullable,
  required,
} from '#platform/shapes/shape.ts';
import { allergenStates } from '#modules/items/collection.ts';
import { labelCauses, outdatedReasons } from './printed-labels.ts';
import { historyEntry, allowedMove } from '#platform/documents/document-shapes.ts';

const namedLot = {
  lot: 'text',
  qty: 'quantity',
} as const satisfies Shape;

/** State of one allergen; allergens not listed are unknown. */
const allergen = {
  allergen: 'text',
  state: oneOf(allergenStates, 'unknown'),
} as const satisfies Shape;

/** One input (`in`) or output (`out`) of a batch. Quantities are in the item's base unit. */
export const batchLine = {
  lineId: 'line',
  /** `in` or `out`. */
  side: 'text',
  itemId: 'id of items',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  unitSymbol: 'text',
  /** Requirement for the whole plan; for an output, the planned quantity, or 0 if it was added. */
  neededQty: 'quantity',
  /** Quantity entered for the next part; null to use the proposed quantity. */
  enteredQty: 'quantity?',
  /** Requirement for the next part as entered; for an output, the quantity still to be made. */
  proposedQty: 'computed quantity',
  /** Lots entered for `enteredQty`. */
  lots: listOf(namedLot),
  /** For an output: entered lot and expiry; null to generate them on completion. */
  lot: 'text?',
  expiry: 'day?',
  /** Whether a lot is recorded for this output; it is numbered automatically if none was entered. */
  tracksLots: 'computed flag',
  /** For an output that tracks expiry: days from production, used if no expiry is entered. */
  shelfLifeDays: 'computed integer?',
  /** Quantity used or made in finished parts, and the requirement for these parts. */
  postedQty: 'quantity',
  dueQty: 'computed quantity',
  /** Remaining requirement or output. */
  remainingQty: 'computed quantity',
  /**
   * For an output: share of the input cost in percent; null for a single output, or if it has a fixed value.
   */
  costShare: 'quantity?',
  /** For a by-product, per base unit. Null without access to costs. */
  fixedValue: 'computed cost?',
  /** Value of the quantity used or made. Null without access to costs. */
  value: 'computed cost?',
} as const satisfies Shape;

/** A production batch in lists. Quantities are in the output's base unit. */
export const batchSummary = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'label',
  /** One of `batchStatuses`. */
  status: 'text',
  recipeId: 'id of recipes',
  recipeName: 'name',
  recipeNameAlt: 'text?',
  /** The recipe version used, even if the recipe changes later. */
  versionId: 'id',
  recipeVersion: 'integer',
  kitchen: 'id of branch',
  kitchenName: 'name',
  kitchenNameAlt: 'text?',
  itemId: 'id of items',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  unitSymbol: 'text',
  plannedQty: 'quantity',
  plannedFor: 'day',
  /** One of `productionShifts`, or null. */
  shift: 'text?',
  /** Good and lost quantities in all finished parts. */
  goodQty: 'quantity',
  lostQty: 'quantity',
  /** Number of finished parts that weren't reversed. */
  parts: 'integer',
  userId: 'id of users',
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
  /** Labour cost of the part being entered. Null without access to costs. */
  labour: 'computed cost?',
  /**
   * Input cost including labour, and cost per good unit. Null without access to costs, or if there is no good
   * output.
   */
  value: 'computed cost?',
  unitCost: 'computed cost?',
  /** Allergens of the output. */
  allergens: listOf(allergen),
  /** Whether the batch expires no later than its first ingredient to expire. */
  limitsExpiryToIngredients: 'flag',
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
  expiry: 'day?',
  qty: 'quantity',
} as const satisfies Shape;

/** A finished part of a batch: consumption and output, by lot. */
const batchPart = {
  no: 'integer',
  at: 'moment',
  byName: 'text',
  good: 'quantity',
  lost: 'quantity',
  reason: 'text?',
  /** Null without access to costs. */
  labour: 'cost?',
  value: 'cost?',
  reversedAt: 'moment?',
  used: listOf(movedLot),
  made: listOf(movedLot),
} as const satisfies Shape;
export type BatchPart = Wire<typeof batchPart>;

/** Labels printed together for one lot. */
const labelPrint = {
  _id: 'key',
  itemId: 'id',
  lot: 'text',
  cause: oneOf(labelCauses),
  /** The printed use-by date. */
  useBy: 'day?',
  copies: 'integer',
  at: 'moment',
  byName: 'text',
  /** Outdated contents; empty for labels that are correct or have been reprinted. */
  outdated: listOf(oneOf(outdatedReasons)),
} as const satisfies Shape;
export type LabelPrint = Wire<typeof labelPrint>;

export const productionBatch = {
  ...batchSummary,
  items: listOf(batchLine),
  finished: listOf(batchPart),
  /** Allergens according to the ingredients' current data; `allergens` is as of production. */
  currentAllergens: listOf(allergen),
  labels: listOf(labelPrint),
  steps: 'texts',
  statusHistory: listOf(historyEntry),
  allowedMoves: listOf(allowedMove),
} as const satisfies Shape;
export type ProductionBatch = Wire<typeof productionBatch>;

/** A batch with outdated labels. */
export const outdatedLabels = {
  batchId: 'required id',
  number: 'label',
  itemName: 'name',
  itemNameAlt: 'text?',
  lots: 'texts',
  reasons: listOf(oneOf(outdatedReasons)),
} as const satisfies Shape;
export type OutdatedLabels = Wire<typeof outdatedLabels>;

const demandSource = {
  /** `forecast`: all branches that haven't ordered the item. */
  kind: oneOf(demandKinds, 'item'),
  id: 'id',
  /** Number of the order or batch, name of the item that needs it, or number of branches in the forecast. */
  name: 'name',
  nameAlt: 'text?',
  /** The ordering branch; null for other kinds. */
  branchName: 'name?',
  branchNameAlt: 'text?',
  /** The event that the order is for. */
  occasion: 'name?',
  qty: 'quantity',
} as const satisfies Shape;

/**
 * One item in a plan: `needed + claimed - onHand - planned - incoming = missing`, at least 0; in base units.
 */
const planRow = {
  itemId: 'required id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  unitSymbol: 'text',
  section: 'id?',
  sectionName: 'name?',
  sectionNameAlt: 'text?',
  /** Null for bought items. */
  recipeId: 'id?',
  needed: 'quantity',
  /** The part of `needed` expected in addition to orders. */
  expected: 'quantity',
  onHand: 'quantity',
  claimed: 'quantity',
  planned: 'quantity',
  incoming: 'quantity',
  /** Good output of the day's batches so far. */
  made: 'quantity',
  missing: 'quantity',
  /** Rounded up to whole batches. */
  toMake: 'quantity',
  batches: 'number',
  sources: listOf(demandSource),
  /** Open batches of the item that are planned through the day. */
  plannedBy: listOf({
    id: 'id',
    number: 'text',
    qty: 'quantity',
  }),
} as const satisfies Shape;
export type PlanRow = Wire<typeof planRow>;

export const productionPlan = {
  kitchen: 'id',
  day: 'day',
  /** Hash of the quantities shown, sent back when batches are created from the plan. */
  stamp: 'text',
  demand: oneOf(planDemands),
  rows: listOf(planRow),
  /** Branches that could still order but have too little history for a forecast. */
  withoutForecast: listOf({
    branch: 'id',
    branchName: 'name',
    branchNameAlt: 'text?',
  }),
} as const satisfies Shape;
export type ProductionPlan = Wire<typeof productionPlan>;

/** A branch's expected demand for an item beyond orders, in the item's base unit. */
export const branchExpectedDemand = {
  branch: 'required id',
  branchName: 'name',
  branchNameAlt: 'text?',
  qty: 'quantity',
  unitSymbol: 'text',
  /**
   * Demand on the first covered day's day of the week (1 is Monday): the average, and the last four; null if
   * fewer than four are available.
   */
  calculation: nullable(
    objectOf({
      source: required(oneOf(['sold', 'used', 'ordered'])),
      weekday: 'integer',
      average: 'quantity?',
      lastFour: 'quantity?',
      /** Whether the category's weekly pattern is used. */
      isShared: 'flag',
      coveredDays: 'texts',
    }),
  ),
} as const satisfies Shape;
export type BranchExpectedDemand = Wire<typeof branchExpectedDemand>;

export const createFromPlanResult = {
  batches: listOf({
    _id: 'key',
    number: 'label',
    itemId: 'id',
  }),
  orders: listOf({
    _id: 'key',
    number: 'label',
    supplierName: 'text',
  }),
  /** Missing items that no supplier sells at a known price, to be bought manually. */
  itemsWithoutSupplier: 'texts',
  /** Existing drafts and orders awaiting approval for some of the missing items. */
  drafts: listOf({
    _id: 'key',
    number: 'label',
  }),
} as const satisfies Shape;
export type CreateFromPlanResult = Wire<typeof createFromPlanResult>;
