import type { ImportKind } from '#contract/imports/kinds.ts';
import {
  type CellProblem,
  type ImportInput,
  maxProblemsPerRow,
  type RowOutcome,
} from '#contract/imports/wire.ts';
import type { Resource } from '#contract/resources/define-resource.ts';
import type { Actor } from '#domain/permissions.ts';
import type { Posting } from '#domain/stock/postings.ts';
import type { Queryable } from '../../db/types.ts';
import type { WireRow } from '../master-data/store.ts';

export type FieldValues = Readonly<Record<string, unknown>>;

/** What a check looks at: the database as it is now, and who asks. */
export interface PlanContext {
  db: Queryable;
  actor: Actor;
  now: Date;
  clock: { now(): Date };
}

/** A row of the file as it was read: references are still words, columns that could not be read are missing. */
export interface ParsedRow {
  row: number;
  values: FieldValues;
  problems: readonly CellProblem[];
}

/** A row that is to be written: made when there is nothing before it, else changed. */
export interface PlannedRow {
  /** The file's row it comes from. */
  row: number;
  resource: Resource;
  before: WireRow | null;
  after: WireRow;
  /** The column of the file that says a field. */
  columnOf(field: string): string;
}

/** Whether a row that is there is given another base unit, or is counted in pieces or no more: orders and stock fix it. */
export const changesMeasure = ({ before, after }: Pick<PlannedRow, 'before' | 'after'>): boolean =>
  before !== null &&
  (before['baseUnit'] !== after['baseUnit'] || before['catchWeight'] !== after['catchWeight']);

/** Stock that is to be posted. */
export interface PlannedOpening {
  row: number;
  posting: Posting;
}

/** Collects what is wrong, by row. */
export interface ProblemReport {
  add(row: number, problem: CellProblem): void;
  has(row: number, column: string): boolean;
}

export interface ImportPlan {
  outcomes: ReadonlyMap<number, RowOutcome>;
  problems: ReadonlyMap<number, readonly CellProblem[]>;
  /** In the order in which they can be written. */
  drafts: readonly PlannedRow[];
  openings: readonly PlannedOpening[];
}

export interface PlanJob {
  kind: ImportKind;
  input: ImportInput;
  rows: readonly ParsedRow[];
}

/** What is known so far of what is wrong, by row. */
export function createProblemReport(
  rows: readonly ParsedRow[],
): ProblemReport & { byRow: Map<number, CellProblem[]> } {
  const byRow = new Map(rows.map(({ row, problems }) => [row, [...problems]]));
  return {
    byRow,
    has: (row, column) => byRow.get(row)?.some((problem) => problem.column === column) ?? false,
    add(row, problem) {
      const known = byRow.get(row) ?? [];
      byRow.set(row, known);
      // One sentence beside a cell is enough, and a dozen for a row.
      if (known.length < maxProblemsPerRow && !known.some(({ column }) => column === problem.column))
        known.push(problem);
    },
  };
}
