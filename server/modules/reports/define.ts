import type { RawBuilder, SqlBool } from 'kysely';
import type { ReportQuery } from '#contract/reports.ts';
import type { Actor } from '#domain/permissions.ts';
import type { GroupedShape, ReportShape, RowsShape } from '#domain/reports/shape-types.ts';
import type { ScopeColumns } from '../../db/scope.ts';
import type { Queryable } from '../../db/types.ts';

/** What is asked, by whom. */
export interface ReportQuestion {
  actor: Actor;
  query: Omit<ReportQuery, 'sort' | 'limit' | 'hide'>;
  /** The server's clock, and whether second names stand first. */
  now: Date;
  leadsWithAlt: boolean;
}

/** The days of a question about days. */
export interface ReportDays {
  from: string;
  to: string;
}

/** A piece of a statement, or what makes it of the moment at which the report is asked for. */
export type TimeDependent<T> = RawBuilder<T> | ((now: Date) => RawBuilder<T>);

/** How a figure comes out of the rows that a report reads. */
export type FigureDefinition =
  /** An aggregate that is a whole count. */
  | { count: TimeDependent<unknown> }
  /** What is added up: ten-thousandths of money, or of a `quantity` millionths of the row's own unit. */
  | { sum: RawBuilder<unknown> }
  /** What is added up in base units, of whatever items: for a share of it alone. */
  | { units: RawBuilder<unknown> }
  /** One figure by another: a quantity by a count, or of a `percent` what part of the second the first is. */
  | { of: string; per: string };

/** The figures of a report by their keys; others, by which a figure is divided, stand beside them. */
export type ReportFigures<S extends GroupedShape> = Readonly<
  Record<S['columns'][number]['key'], FigureDefinition>
> &
  Readonly<Record<string, FigureDefinition>>;

/**
 * A report of figures over days. Its list, its totals, what stands behind each figure, its file and its picture follow from
 * here; its shape says what travels.
 */
export interface GroupedReport<S extends GroupedShape = GroupedShape> {
  shape: S;
  /** The columns by which it keeps to an actor's rows. */
  scope: ScopeColumns;
  /** The tables that it reads, with their joins. */
  from: RawBuilder<unknown>;
  /** What a row must be to count. */
  counts: readonly TimeDependent<SqlBool>[];
  /** Its columns for what can be asked: the day (YYYY-MM-DD), whose it is, and what it is of. */
  columns: Readonly<Record<'day' | 'branch' | 'item' | 'document' | 'number', string>> &
    Readonly<Partial<Record<'reason' | 'supplier', string>>>;
  /** The columns with the row's unit as a ratio to the item's base unit; absent where it counts in base units. */
  ratio?: readonly [num: string, den: string];
  figures: ReportFigures<S>;
  /**
   * Some of its figures by what each document keeps beside it: who asks for these alone, and neither about an item nor about a reason,
   * is told without reading a line.
   */
  ofDocuments?: Pick<GroupedReport, 'from' | 'counts'> & {
    figures: Readonly<Record<string, FigureDefinition>>;
  };
  /** What the total of one of its figures must equal, summed up from somewhere else. */
  reconcilesWith: ReportProof<S['columns'][number]['key']>;
}

/** A cell before it is written: counts as they are, money in ten-thousandths, prices, quantities and percent in millionths. */
export type RawCell = string | number | bigint | null;
export type RawRow = Readonly<Record<string, RawCell>>;

/**
 * Where rows come from: all of them at once, or, where there may be more than fit into memory, some after the others in the order of
 * the report, with their number and sums made by the database.
 */
export type RowSource =
  | { rows: readonly RawRow[] }
  | (RowTotals & { walk(): AsyncIterable<readonly RawRow[]> });

/** How many rows there are, and their sums by the keys of the columns. */
export interface RowTotals {
  count: number;
  sums: ReadonlyMap<string, bigint>;
}

/** A report of rows. Each has a `key`, a cell for each column, and beside them what it is about (`reportRow`). */
export interface RowsReport<S extends RowsShape = RowsShape> {
  shape: S;
  read(db: Queryable, question: ReportQuestion): Promise<RowSource>;
  /** How many rows it has and what they come to, made by the database where that is much cheaper than reading them. */
  addUp?(db: Queryable, question: ReportQuestion): Promise<RowTotals>;
  /** How many rows it has alone, where that is known without them. */
  count?(db: Queryable, question: ReportQuestion): Promise<number>;
  /** One of its sums alone, where that is known without its rows; null where this question needs them. */
  figures?: Readonly<Record<string, (db: Queryable, question: ReportQuestion) => Promise<bigint | null>>>;
  /** The total of one of its shares alone, by what it is a share of, where that is known without its rows. */
  shares?: Readonly<
    Record<string, (db: Queryable, question: ReportQuestion) => Promise<{ part: bigint; whole: bigint }>>
  >;
  /** What the total of one of its columns, or the number of its rows, must equal, summed up from somewhere else. */
  reconcilesWith: ReportProof<S['columns'][number]['key'] | 'rows'>;
}

export interface ReportProof<Key extends string = string> {
  measure: Key;
  /** What it is summed up from. */
  source: string;
  /**
   * The sum for a question, in millionths of the base unit or ten-thousandths of money; a `quantity` is asked for item by
   * item.
   */
  sum(db: Queryable, question: ReportQuestion): Promise<bigint>;
}

/** One report: what the viewer, a file, a mail and a tile are made of. */
export type ReportDefinition = GroupedReport | RowsReport;

export const resolveAt = <T>(told: TimeDependent<T>, now: Date): RawBuilder<T> =>
  typeof told === 'function' ? told(now) : told;

/** Describes a report of figures over days; a figure for every measure, by its key. */
export function defineReport<const S extends GroupedShape>(definition: GroupedReport<S>): GroupedReport {
  return definition;
}

/** Describes a report of rows. */
export function defineRows<const S extends RowsShape>(definition: RowsReport<S>): RowsReport {
  return definition;
}

/** The days that were asked for: a report that needs them is not asked without. */
export const reportDays = ({ query: { from = '', to = '' } }: ReportQuestion): ReportDays => ({ from, to });

/** What a definition describes, for who knows only its shape. */
export const isGrouped = (report: ReportDefinition): report is GroupedReport & { shape: ReportShape } =>
  report.shape.kind === 'grouped';
