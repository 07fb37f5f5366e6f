import { reportAreas } from '#platform/reports/shape-types.ts';
import { reportNames } from './report-shapes.ts';
import {
  required,
  withDefault,
  mapOf,
  listOf,
  oneOf,
  type Shape,
  type Wire,
  type ValueOf,
} from '#platform/shapes/shape.ts';

const reportColumn = {
  key: 'required text',
  /** One of `ReportCell`. */
  type: withDefault('text', 'text'),
  /** Whether it has a total in `totals`. */
  hasTotal: 'flag',
} as const satisfies Shape;
export type ReportColumn = Wire<typeof reportColumn>;

/**
 * Cells by column key; `key` identifies the row. Rows can also have the ids of an item, location or document:
 * `itemId`, `branchId`, `docType` and `docId`.
 */
const reportRow = mapOf('scalar?');

/**
 * `GET /reports/{name}`. `totals` cover the whole request, not just `rows`; `total` is the number of rows.
 */
export const reportResponse = {
  name: 'text',
  /** Row dimension of a grouped report; empty for row reports. */
  by: 'text',
  /** The parameters that were applied. */
  params: mapOf('text'),
  asOf: 'text',
  columns: listOf(reportColumn),
  /** Name of the requested item; null without one. */
  itemName: 'text?',
  rows: listOf(reportRow),
  total: 'integer',
  totals: mapOf('number?'),
} as const satisfies Shape;
export type ReportResponse = Wire<typeof reportResponse>;

/** `GET /reports`: reports available to the caller, with their parameters. */
export const reportListing = listOf({
  name: 'text',
  area: oneOf(reportAreas),
  params: 'texts',
  required: 'texts',
  /** Possible row dimensions; empty for row reports. */
  by: 'texts',
  columns: listOf(reportColumn),
});
export type ReportListing = ValueOf<typeof reportListing>;

/** `GET /report-views`: a saved report request, limited to the parameters that the caller may use. */
export const reportView = {
  _id: 'key',
  name: 'text',
  report: required(oneOf(reportNames)),
  /** Report parameters by URL name. */
  params: mapOf('text'),
  /** Names of parameters that the caller may not use, or that no longer exist. */
  ignoredFilters: 'texts',
  isShared: 'flag',
  /** Whether the caller owns it, and may change it. */
  isMine: 'flag',
  canChange: 'flag',
  /** Name of the owner, if the caller may see that user. */
  ownerName: 'text?',
  version: withDefault('integer', 1),
} as const satisfies Shape;
export type ReportView = Wire<typeof reportView>;
