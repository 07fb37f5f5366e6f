import type { RawBuilder, SqlBool } from 'kysely';
import type { ReportQuery } from '#contract/reports.ts';
import type { Actor } from '#domain/permissions.ts';
import type { ReportShape } from '#domain/reports/shapes.ts';
import type { ScopeColumns } from '../../db/scope.ts';
import type { Queryable } from '../../db/types.ts';

/** How a figure comes out of the rows that a report reads. */
export type Figure =
  /** An aggregate that is a whole count. */
  | { count: RawBuilder<unknown> }
  /** What is added up: ten-thousandths of money, or of a `quantity` millionths of the row's own unit. */
  | { sum: RawBuilder<unknown> }
  /** One figure by another: a quantity by a count. */
  | { of: string; per: string };

/** The figures of a report by the keys of its measures. */
export type FiguresOf<S extends ReportShape> = Readonly<Record<S['measures'][number]['key'], Figure>>;

/**
 * One report. Its list, its totals, what stands behind each figure, its file and its picture follow from here; its shape says
 * what travels.
 */
export interface ReportDefinition<S extends ReportShape = ReportShape> {
  shape: S;
  /** The columns by which it keeps to an actor's rows. */
  scope: ScopeColumns;
  /** The tables that it reads, with their joins. */
  from: RawBuilder<unknown>;
  /** What a row must be to count. */
  counts: readonly RawBuilder<SqlBool>[];
  /** Its columns for what can be asked: the day (YYYY-MM-DD), whose it is, and what it is of. */
  columns: Readonly<Record<'day' | 'branch' | 'item' | 'reason' | 'document' | 'number', string>>;
  /** The columns with the row's unit as a ratio to the item's base unit. */
  ratio: readonly [num: string, den: string];
  figures: FiguresOf<S>;
  /** What one of its measures must equal, summed up from somewhere else. */
  reconcilesWith: ReportProof<S>;
}

export interface ReportProof<S extends ReportShape = ReportShape> {
  measure: S['measures'][number]['key'];
  /** What it is summed up from. */
  source: string;
  /**
   * The sum for a question, in millionths of the base unit or ten-thousandths of money; a `quantity` is asked for item by
   * item.
   */
  sum(db: Queryable, question: ReportQuestion): Promise<bigint>;
}

/** What is asked, by whom. */
export interface ReportQuestion {
  actor: Actor;
  query: Omit<ReportQuery, 'by' | 'sort' | 'limit'>;
}

/** Describes a report; a figure for every measure, by its key. */
export function defineReport<const S extends ReportShape>(definition: ReportDefinition<S>): ReportDefinition {
  return definition;
}
