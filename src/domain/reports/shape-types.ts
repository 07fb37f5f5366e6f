import type { Collection } from '../collections.ts';
import type { DocumentType } from '../documents/types.ts';

/** What the rows of a grouped report can be: one for each item, each day and so on; `document` is what stands behind all others. */
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

/** Where a report stands in the catalogue. */
export const reportAreas = ['stock', 'orders', 'counts', 'purchasing', 'kitchen', 'costs'] as const;
export type ReportArea = (typeof reportAreas)[number];

/**
 * Whose eyes a figure is for: `stock` is money of the own books, for who is told what goods cost at the own places; `costs` is for
 * who may see costs. Whoever may not gets the report without it.
 */
export type ReportRestriction = 'stock' | 'costs';

/**
 * How the cell of a report is read. Days are YYYY-MM-DD, a week its Monday, a weekday 1 (Monday) to 7; `price` is money of one unit
 * and has no sum, nor has a `number`; a `code` is worded by screens. A `quantity` is in the base unit of an item, and has a sum only
 * where all is of one item. A `percent` of figures over days is a share of sums, never a sum of shares.
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
  /** It is added up over everything that the report is about. */
  total?: true;
  /** Of a `percent` of rows: what its total is, one column's by another's, of the rows that tell both. Never a sum of shares. */
  share?: {
    of: string;
    per: string;
    /** What it is a share of holds it: where that is less, there is none. */
    isWithin?: true;
  };
  /** What opens from it: the item or the document of the row, or the report `opens`, narrowed to the row. */
  link?: 'item' | 'document' | 'rows';
  secret?: ReportRestriction;
  /** A share of quantities: of figures over days it stands where those would. */
  isOfOneItem?: true;
}

/** What reports can be asked. `days` are `from` and `to`. */
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
  /** Whoever may read all of these may read it; the first is what it is about. */
  needs: readonly [Collection, ...Collection[]];
  /** Tells what goods cost elsewhere: who is of a branch that is not ours gets none of it. */
  isKeptFromFranchises?: true;
}

/** Figures over days, for each item, branch, reason and so on. */
export interface GroupedShape extends AnyReport {
  kind: 'grouped';
  document: DocumentType;
  /** The first is what it begins with; `document` is always possible. */
  dimensions: readonly [ReportDimension, ...ReportDimension[]];
  /** Its figures. What a row is called stands before them, and what it is counted in after them (`columns.ts`). */
  columns: readonly ReportColumnShape[];
  /** The figure that its picture shows, and that its rows are sorted by. */
  chart: string;
}

/** Rows of their own, each with its columns, and totals of everything. */
export interface RowsShape extends AnyReport {
  kind: 'rows';
  /** What it can be asked, and what of that it cannot do without. */
  params: readonly ReportParam[];
  required: readonly ReportParam[];
  columns: readonly ReportColumnShape[];
  /** The column that it is sorted by, `-` before it for the largest first. */
  order: string;
  /** A picture of the rows by a figure, largest first; none where a table is quicker read. */
  chart?: { label: string; measure: string };
  /** The report of rows that stands behind the figures of a row, and which of its cells narrow that. */
  opens?: { report: string; by: Readonly<Partial<Record<ReportParam, string>>> };
}

/** One report, by what its readers need to know: who may read it, what it can be asked, and what its rows are. */
export type ReportShape = GroupedShape | RowsShape;
