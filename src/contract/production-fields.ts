import type { DocumentFields } from './document-fields.ts';

/** One thing that a batch takes (`in`) or makes (`out`). Quantities are in the base unit of its item. */
export const batchLineFields = {
  lineId: 'text',
  /** `in` or `out`. */
  side: 'text',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
  itemNameAlt: 'text?',
  unitSymbol: 'text',
  /** What the recipe takes for all that is planned; of an output what is planned, nothing of one that was added. */
  neededQty: 'quantity',
  /** What was entered for the next part; null: what is proposed. */
  enteredQty: 'quantity?',
  /** What the recipe takes for the next part, as it is entered; of an output what is left to make. */
  proposedQty: 'computed quantity',
  /** Lots of `enteredQty` that were named: `{ lot, qty }` each. */
  lots: 'json',
  /** Of an output: the lot and the last good day that were entered; null: made when it is finished. */
  lot: 'text?',
  expiry: 'text?',
  /** Of an output whose item keeps lots: a lot is recorded, and numbered automatically where none was entered. */
  keepsLots: 'computed flag',
  /** Of an output that tracks expiry: days from when it is made, which hold where no expiry is entered. */
  shelfLifeDays: 'computed integer?',
  /** Used or made by the parts that are finished, and what the recipe takes for these. */
  postedQty: 'quantity',
  dueQty: 'computed quantity',
  /** What is still needed, or to be made, of what was planned. */
  remainingQty: 'computed quantity',
  /** Of an output: percent of what went in; null for the only one, and for what has a fixed value. */
  costShare: 'quantity?',
  /** Of a by-product, for one base unit. Null without the right to costs. */
  fixedValue: 'computed cost?',
  /** What was used was worth, or what was made is. Null without the right to costs. */
  value: 'computed cost?',
} as const satisfies DocumentFields;

/** One production batch, as lists show it. Quantities are in the base unit of what it makes. */
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
  /** The version by which it is made, whatever the recipe becomes. */
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
  /** Good, and lost, over all parts that are finished. */
  goodQty: 'quantity',
  lostQty: 'quantity',
  /** Parts that were finished and not taken back. */
  parts: 'integer',
  userId: 'id',
  userName: 'text',
  startedAt: 'moment?',
  startedByName: 'text?',
  completedAt: 'moment?',
  completedByName: 'text?',
  /** Lost in the part that is being entered, and why. */
  loss: 'quantity',
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  /** Of the part that is being entered. Null without the right to costs. */
  labour: 'computed cost?',
  /** What went in, labour included, and what one good unit costs. Null without the right to costs, or before anything is good. */
  value: 'computed cost?',
  unitCost: 'computed cost?',
  /** What is made contains: `{ allergen, state }` each. */
  allergens: 'json',
  /** Good no longer than the first of its ingredients. */
  keepsToIngredients: 'flag',
  notes: 'text?',
  transitionReason: 'text?',
} as const satisfies DocumentFields;
