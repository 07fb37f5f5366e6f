import type { ImportKind } from '../kinds.ts';
import { type ImportInput, maxProblemsPerRow } from '../wire.ts';
import { type CellProblem, type RowOutcome } from '../shapes.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import type { Actor } from '#core/permissions.ts';
import type { Posting } from '#modules/stock/postings.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { WireRow } from '#platform/collections/server/store.ts';

export type ParsedValues = Readonly<Record<string, unknown>>;

/** The database and user that a plan is based on. */
export interface PlanContext {
  db: Queryable;
  actor: Actor;
  now: Date;
  clock: { now(): Date };
}

/** A parsed row of the file: references are still text, and cells that couldn't be parsed are missing. */
export interface ParsedRow {
  row: number;
  values: ParsedValues;
  problems: readonly CellProblem[];
}

/** A row to write: created if `before` is null, else changed. */
export interface PlannedRow {
  /** Row number in the file. */
  row: number;
  resource: Resource;
  before: WireRow | null;
  after: WireRow;
  /** File column of a field. */
  columnOf(field: string): string;
}

/**
 * Returns whether an existing row's base unit or catch weight setting changes, which its orders and stock may
 * prevent.
 */
export const changesUnitSetting = ({ before, after }: Pick<PlannedRow, 'before' | 'after'>): boolean =>
  before !== null &&
  (before['baseUnit'] !== after['baseUnit'] || before['catchWeight'] !== after['catchWeight']);

/** Opening stock to be posted. */
export interface PlannedOpening {
  row: number;
  posting: Posting;
}

/** Collects problems by row. */
export interface ProblemReport {
  add(row: number, problem: CellProblem): void;
  has(row: number, column: string): boolean;
}

export interface ImportPlan {
  outcomes: ReadonlyMap<number, RowOutcome>;
  problems: ReadonlyMap<number, readonly CellProblem[]>;
  /** In the order in which they must be written. */
  drafts: readonly PlannedRow[];
  openings: readonly PlannedOpening[];
}

export interface PlanJob {
  kind: ImportKind;
  input: ImportInput;
  rows: readonly ParsedRow[];
}

/** Creates a report with the problems found so far, by row. */
export function createProblemReport(
  rows: readonly ParsedRow[],
): ProblemReport & { byRow: Map<number, CellProblem[]> } {
  const byRow = new Map(rows.map(({ row, problems }) => [row, [...problems]]));
  return {
    byRow,
    has: (row, column) => byRow.get(row)?.some((problem) => problem.column === column) ?? false,
    add(row, problem) {
      const rowProblems = byRow.get(row) ?? [];
      byRow.set(row, rowProblems);
      // One problem per cell and a limited number per row are enough.
      if (
        rowProblems.length < maxProblemsPerRow &&
        !rowProblems.some(({ column }) => column === problem.column)
      )
        rowProblems.push(problem);
    },
  };
}
