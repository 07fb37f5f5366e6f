import type { Collection } from '#core/collections.ts';
import type { DocumentType } from '#platform/documents/types.ts';

/** Row dimensions of a grouped report; `document` lists the underlying documents. */
export const reportDimensions = [
  'item',
  'reason',
  'supplier',
  'branch',
  'day',
  'week',
  'weekday',
  'document',
] as const;
export type ReportDimension = (typeof reportDimensions)[number];

/** Section of the report catalogue. */
export const reportAreas = ['stock', 'orders', 'counts', 'purchasing', 'kitchen', 'costs'] as const;
export type ReportArea = (typeof reportAreas)[number];

/**
 * Who can see a figure: with `stock`, users who see costs of their own locations; with `costs`, users who see
 * all costs. Others get the report without it.
 */
export type ReportRestriction = 'stock' | 'costs';

/**
 * Type of a report cell. Days are YYYY-MM-DD, a week is its Monday, a weekday is 1 (Monday) to 7; `price` and
 * `number` have no total; screens translate a `code`. A `quantity` is in an item's base unit and has a total
 * only for a single item. A `percent` in grouped figures is a ratio of totals, never a sum of percentages.
 */
export type ReportCell =
  | 'text'
  | 'day'
  | 'week'
  | 'weekday'
  | 'moment'
  | 'kind'
  | 'code'
  | 'unit'
  | 'number'
  | 'count'
  | 'quantity'
  | 'money'
  | 'price'
  | 'percent';

/** A column of a report. */
export interface ReportColumnShape {
  key: string;
  type: ReportCell;
  /** Has a total over the whole report. */
  total?: true;
  /**
   * For a `percent` column in a row report: its total is the ratio of two column totals, over rows that have
   * both; never a sum of percentages.
   */
  share?: {
    of: string;
    per: string;
    /** The numerator is part of the denominator; without a denominator, the percentage is empty. */
    isWithin?: true;
  };
  /** Link target: the row's item or document, or the report in `drillDown`, filtered by the row. */
  link?: 'item' | 'document' | 'rows';
  restriction?: ReportRestriction;
  /** A ratio of quantities; in grouped figures it is available only where quantities are. */
  isOfOneItem?: true;
}

/** Report parameters. `days` are `from` and `to`. */
export const reportParams = [
  'days',
  'day',
  'within',
  'branch',
  'item',
  'category',
  'supplier',
  'reason',
  'weekday',
  'kind',
  'by',
  'basis',
] as const;
export type ReportParam = (typeof reportParams)[number];

interface AnyReport {
  name: string;
  area: ReportArea;
  /** The user must be able to read all of these; the first is the subject. */
  needs: readonly [Collection, ...Collection[]];
  /** Reveals costs of other locations, so it is hidden from franchises. */
  isHiddenFromFranchises?: true;
}

/** Figures over days, grouped by item, branch, reason and so on. */
export interface GroupedShape extends AnyReport {
  kind: 'grouped';
  document: DocumentType;
  /** The first is the default; `document` is always possible. */
  dimensions: readonly [ReportDimension, ...ReportDimension[]];
  /** Its figures; label columns are added before and the unit after them (`columns.ts`). */
  columns: readonly ReportColumnShape[];
  /** The charted figure, by which rows are sorted. */
  chart: string;
}

/** A report whose rows have their own columns and totals. */
export interface RowsShape extends AnyReport {
  kind: 'rows';
  /** Accepted parameters, and the required ones. */
  params: readonly ReportParam[];
  required: readonly ReportParam[];
  columns: readonly ReportColumnShape[];
  /** Default sort column; a leading `-` sorts in descending order. */
  order: string;
  /** Chart of one figure per row, largest first; absent if a table is clearer. */
  chart?: { label: string; measure: string };
  /** The row report with the details of a row's figures, and the cells that filter it. */
  drillDown?: { report: string; by: Readonly<Partial<Record<ReportParam, string>>> };
}

/** Definition of a report: who may read it, its parameters, and its rows. */
export type ReportShape = GroupedShape | RowsShape;
