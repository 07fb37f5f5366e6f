import type { DocumentFields } from './document-fields.ts';

/** One input (`in`) or output (`out`) of a batch. Quantities are in the base unit of its item. */
export const batchLineFields = {
  lineId: 'text',
  /** `in` or `out`. */
  side: 'text',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
  itemNameAlt: 'text?',
  unitSymbol: 'text',
  /** Requirement for the whole plan; of an output the planned quantity, 0 for an added one. */
  neededQty: 'quantity',
  /** Entered for the next part; null for the proposed quantity. */
  enteredQty: 'quantity?',
  /** Requirement for the next part as entered; of an output the quantity still to make. */
  proposedQty: 'computed quantity',
  /** Lots entered for `enteredQty`: `{ lot, qty }` each. */
  lots: 'json',
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
} as const satisfies DocumentFields;

/** A production batch in lists. Quantities are in the base unit of its output. */
export const batchFields = {
  _id: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'text',
  /** One of `batchStatuses`. */
  status: 'text',
  recipeId: 'id',
  recipeName: 'text',
  recipeNameAlt: 'text?',
  /** The recipe version used, even if the recipe changes later. */
  versionId: 'id',
  recipeVersion: 'integer',
  kitchen: 'id',
  kitchenName: 'text',
  kitchenNameAlt: 'text?',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
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
  userName: 'text',
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
  /** Allergens of the output: `{ allergen, state }` each. */
  allergens: 'json',
  /** Expires no later than its first ingredient. */
  keepsToIngredients: 'flag',
  notes: 'text?',
  transitionReason: 'text?',
} as const satisfies DocumentFields;
