import { mapOf, nullable, objectOf, oneOf, required, type Shape, type Wire } from '#platform/shapes/shape.ts';

/** Business details as printed on external documents; null if not set. */
export const letterhead = {
  businessName: 'text?',
  /** Postal address; can have several lines. */
  businessAddress: 'text?',
  /** VAT or other tax registration number. */
  taxNumber: 'text?',
} as const satisfies Shape;
export type Letterhead = Wire<typeof letterhead>;

/** Business-wide settings. */
export const settings = {
  ...letterhead,
  businessName: 'text',
  /** Language tag of `nameAlt` (`ar`, `fr`); null without a second language. */
  secondLanguage: 'text?',
  /**
   * Last day (YYYY-MM-DD) of the closed accounting period: nothing can take effect on or before it. Null if
   * nothing is closed.
   */
  booksClosedUntil: 'text?',
  /** GS1 company prefix; if set, crates get an SSCC. */
  companyPrefix: 'text?',
  /** Schemes of the labels that scales print, such as `21IIIIIWWWWWC` (src/core/labels/scale-label.ts). */
  scaleLabels: 'texts',
  /** Minimum percentage of known sales and counted goods for a food cost figure. */
  foodCostCoverage: 'number',
  /** Changes with every save; also the ETag. */
  version: 'integer',
} as const satisfies Shape;
export type Settings = Wire<typeof settings>;

/**
 * The last period close: whether it is still being checked, its progress, who started it, and why it was
 * refused.
 */
export const booksClosing = {
  /** The last day (YYYY-MM-DD) to close. */
  until: 'required text',
  /** `failed`: the check was aborted; close the period again to restart it. */
  state: required(oneOf(['checking', 'closed', 'rejected', 'failed'])),
  /** Completed and total checks; 0 of 0 before the first. */
  done: 'integer',
  total: 'integer',
  by: 'id',
  byName: 'text',
  startedAt: 'moment',
  endedAt: 'moment?',
  /** Body of the 422 response if it was refused, with the violations in `details`. */
  problem: nullable(mapOf('json?')),
} as const satisfies Shape;
export type BooksClosing = Wire<typeof booksClosing>;

/** The last time that closed days were reopened. */
export const booksReopened = {
  /** The last closed day before and after; null for none. */
  from: 'required text',
  to: 'text?',
  by: 'id',
  byName: 'text',
  at: 'required moment',
  reason: 'text',
} as const satisfies Shape;
export type BooksReopened = Wire<typeof booksReopened>;

/** `GET /settings/closing`. */
export const closingState = {
  closing: nullable(objectOf(booksClosing)),
  reopened: nullable(objectOf(booksReopened)),
} as const satisfies Shape;

/** An open point in the days to be closed. */
export const closingCheck = {
  concern: required(oneOf(['counts', 'draftInvoices', 'discrepancies', 'notBilled'])),
  count: 'integer',
  /** Prevents closing, as open counts do; the others are warnings. */
  isBlocking: 'flag',
} as const satisfies Shape;
export type ClosingCheck = Wire<typeof closingCheck>;
