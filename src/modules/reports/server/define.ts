import type { RawBuilder, SqlBool } from 'kysely';
import type { ReportQueryParams } from '../input.ts';
import type { Actor } from '#core/permissions.ts';
import type { GroupedShape, ReportShape, RowsShape } from '#platform/reports/shape-types.ts';
import type { ScopeColumns } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Query of a report, with its actor. */
export interface ReportRequest {
  actor: Actor;
  query: Omit<ReportQueryParams, 'sort' | 'limit' | 'hide'>;
  /** Server time. */
  now: Date;
  /** Whether names in the second language take precedence. */
  prefersAltName: boolean;
}

/** Period of a report, both days inclusive. */
export interface ReportDays {
  from: string;
  to: string;
}

/** SQL that may depend on the time of the request. */
export type TimeDependent<T> = RawBuilder<T> | ((now: Date) => RawBuilder<T>);

/** Definition of a report figure. */
export type FigureDefinition =
  /** SQL aggregate that returns an integer count. */
  | { count: TimeDependent<unknown> }
  /** Summed expression: ten-thousandths of money, or for a `quantity` millionths of the row's unit. */
  | { sum: RawBuilder<unknown> }
  /** Sum in base units across items: only for percentages. */
  | { units: RawBuilder<unknown> }
  /** Ratio of two figures: a quantity per count, or a percentage. */
  | { of: string; per: string };

/** Figures by column key; additional ones serve only as divisors. */
export type ReportFigures<S extends GroupedShape> = Readonly<
  Record<S['columns'][number]['key'], FigureDefinition>
> &
  Readonly<Record<string, FigureDefinition>>;

/**
 * A report grouped by a dimension. List, totals, drill-down, file and chart derive from it; its shape defines
 * the wire format.
 */
export interface GroupedReport<S extends GroupedShape = GroupedShape> {
  shape: S;
  /** Columns that restrict rows to the actor's scope. */
  scope: ScopeColumns;
  /** Tables and joins. */
  from: RawBuilder<unknown>;
  /** Conditions that rows must meet to be counted. */
  conditions: readonly TimeDependent<SqlBool>[];
  /** Columns of filters and dimensions; the day is YYYY-MM-DD. */
  columns: Readonly<Record<'day' | 'branch' | 'document' | 'number', string>> &
    Readonly<Partial<Record<'item' | 'reason' | 'supplier', string>>>;
  /** Columns with the ratio of the row's unit to the base unit; omitted when rows use base units. */
  ratio?: readonly [num: string, den: string];
  figures: ReportFigures<S>;
  /**
   * Figures stored on the documents themselves: requests for these alone, without item or reason, don't read
   * lines.
   */
  documentFigures?: Pick<GroupedReport, 'from' | 'conditions'> & {
    figures: Readonly<Record<string, FigureDefinition>>;
  };
  /** An independent computation that must equal one of the totals. */
  reconcilesWith: ReportProof<S['columns'][number]['key']>;
}

/**
 * A stored cell: counts unscaled, money in ten-thousandths, prices, quantities and percentages in millionths.
 */
export type RawCell = string | number | bigint | null;
export type RawRow = Readonly<Record<string, RawCell>>;

/**
 * Rows of a report: all at once or, when they may exceed memory, streamed in the report's order with count
 * and sums from the database.
 */
export type RowSource =
  | { rows: readonly RawRow[] }
  | (RowTotals & { stream(): AsyncIterable<readonly RawRow[]> });

/** Number of rows and sums by column key. */
export interface RowTotals {
  count: number;
  sums: ReadonlyMap<string, bigint>;
}

/** A report of rows. Each has a `key`, a cell per column, and optional references (`reportRow`). */
export interface RowsReport<S extends RowsShape = RowsShape> {
  shape: S;
  read(db: Queryable, request: ReportRequest): Promise<RowSource>;
  /** Computes count and sums in the database, if that is much cheaper than reading rows. */
  computeTotals?(db: Queryable, request: ReportRequest): Promise<RowTotals>;
  /** Counts the rows without reading them. */
  count?(db: Queryable, request: ReportRequest): Promise<number>;
  /** Computes the sum of a column without rows, by column key; null if the query requires rows. */
  figures?: Readonly<Record<string, (db: Queryable, request: ReportRequest) => Promise<bigint | null>>>;
  /** Computes the total of a percentage column without rows, by column key. */
  shares?: Readonly<
    Record<string, (db: Queryable, request: ReportRequest) => Promise<{ part: bigint; whole: bigint }>>
  >;
  /** An independent computation that must equal a column total or the row count. */
  reconcilesWith: ReportProof<S['columns'][number]['key'] | 'rows'>;
}

export interface ReportProof<Key extends string = string> {
  measure: Key;
  /** Description of the independent source. */
  source: string;
  /** Sum in millionths of the base unit or ten-thousandths of money; a `quantity` is checked by item. */
  sum(db: Queryable, request: ReportRequest): Promise<bigint>;
}

/** A report definition: source of the viewer, files, emails and tiles. */
export type ReportDefinition = GroupedReport | RowsReport;

export const resolveForTime = <T>(result: TimeDependent<T>, now: Date): RawBuilder<T> =>
  typeof result === 'function' ? result(now) : result;

/** Defines a grouped report. */
export function defineReport<const S extends GroupedShape>(definition: GroupedReport<S>): GroupedReport {
  return definition;
}

/** Defines a report of rows. */
export function defineRows<const S extends RowsShape>(definition: RowsReport<S>): RowsReport {
  return definition;
}

/** Returns the period of the query; a report that requires a period always has one. */
export const reportDays = ({ query: { from = '', to = '' } }: ReportRequest): ReportDays => ({ from, to });

/** Returns whether a definition is a grouped report. */
export const isGrouped = (report: ReportDefinition): report is GroupedReport & { shape: ReportShape } =>
  report.shape.kind === 'grouped';
