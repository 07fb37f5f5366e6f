import { refusal } from '#domain/refusals/refusal.ts';
import { foldText } from '#domain/text.ts';
import { rowId } from '#contract/imports/kinds.ts';
import type { Resource } from '#contract/resources/define-resource.ts';
import { withEventLoopYields } from '../../db/many-rows.ts';
import { newId } from '../../ids.ts';
import { ApiProblem } from '../../http/problems.ts';
import { checkRow } from '../master-data/check-row.ts';
import { findDayFaults } from '../master-data/day-faults.ts';
import { assertInScope } from '../master-data/scope.ts';
import type { WireRow } from '../master-data/store.ts';
import type { PlannedRow, PlanContext, ProblemReport, FieldValues } from './plan-types.ts';
import { ruleProblem, cellProblem } from './refusals.ts';

interface RowMatcherInput {
  ctx: PlanContext;
  resource: Resource;
  keys: readonly (readonly string[])[];
  existing: readonly WireRow[];
  report: ProblemReport;
  /** The column of a field: its name, with a prefix for parts. */
  columnOf(field: string): string;
}

/** What one row of the file says about a row of the collection. */
interface IncomingRow {
  row: number;
  /** Filled cells, references resolved. */
  values: FieldValues;
  /** What a new row gets where nothing is said. */
  defaults: FieldValues;
  /** Of a new row; made when left out. */
  id?: string | undefined;
}

/** Turns what a file says into rows of one collection: finds the row that is meant, fills in, and compares. */
export interface RowMatcher {
  /** The row as it would be, changed or not; what is wrong with it goes to the report. */
  match(incoming: IncomingRow): PlannedRow;
  /** The id of the row that is meant, or null for a new one. */
  find(values: FieldValues): WireRow | null;
  /** Looks at what no two rows share, once all are matched. Answers the rows that differ from what is there. */
  checkUnique(): Promise<PlannedRow[]>;
}

export async function createRowMatcher({
  ctx,
  resource,
  keys,
  existing,
  report,
  columnOf,
}: RowMatcherInput): Promise<RowMatcher> {
  const { actor, clock, now } = ctx;
  const indexes: Awaited<ReturnType<typeof indexRows>>[] = [];
  for (const key of keys) indexes.push(await indexRows(resource, key, existing));
  const drafts: PlannedRow[] = [];
  const seen = new Map<string, number>();
  const at = now.toISOString();
  const byId = new Map(existing.map((row) => [row._id, row]));

  function find(values: FieldValues): WireRow | null {
    const id = values[rowId];
    if (typeof id === 'string') return byId.get(id) ?? null;
    for (const index of indexes) {
      const found = index.find(values);
      if (found) return found;
    }
    return null;
  }

  function refuseTwice({ row, values }: IncomingRow, draft: PlannedRow): void {
    const key = keys.find((fields) => isUsable(resource, fields, values));
    const marks = [
      ...(draft.before ? [draft.after._id] : []),
      ...(key ? [`${key.join()} ${keyText(key, values, foldText)}`] : []),
    ];
    const other = marks.map((mark) => seen.get(mark)).find((first) => first !== undefined);
    for (const mark of marks) seen.set(mark, seen.get(mark) ?? row);
    if (other === undefined) return;
    for (const field of key ?? keys[0] ?? []) {
      report.add(
        row,
        cellProblem(columnOf(field), 'twice-in-file', refusal('same-row', { row: other }), other),
      );
    }
  }

  function checkIncoming({ row, values }: IncomingRow, { before, after }: PlannedRow): void {
    if (!before && typeof values[rowId] === 'string') {
      report.add(row, cellProblem(columnOf(rowId), 'no-such-row', refusal('no-such-id')));
    }
    for (const [name, field] of Object.entries(resource.allFields)) {
      const column = columnOf(name);
      if (before || !field.isRequired || report.has(row, column)) continue;
      if (after[name] === null || after[name] === undefined)
        report.add(row, cellProblem(column, 'needed', refusal('new-row-needs', { label: field.label })));
    }
    const faults = { ...checkRow(resource, after), ...findDayFaults(resource, now, before, after) };
    for (const [name, why] of Object.entries(faults)) report.add(row, ruleProblem(columnOf(name), why));
    try {
      if (before) assertInScope(resource, actor, before);
      assertInScope(resource, actor, after);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      report.add(row, ruleProblem(columnOf('branchId'), error.refusal));
    }
  }

  return {
    find,
    match(incoming) {
      const before = find(incoming.values);
      const { [rowId]: _, ...values } = incoming.values;
      const after: WireRow = before
        ? { ...before, ...values, version: before.version + 1, updatedAt: at }
        : {
            _id: incoming.id ?? newId(clock),
            createdAt: at,
            updatedAt: at,
            version: 1,
            isActive: true,
            ...Object.fromEntries(
              Object.entries(resource.allFields).map(([name, one]) => [name, one.initial]),
            ),
            ...incoming.defaults,
            ...values,
          };
      const draft = { row: incoming.row, resource, before, after, columnOf };
      refuseTwice(incoming, draft);
      checkIncoming(incoming, draft);
      drafts.push(draft);
      return draft;
    },
    async checkUnique() {
      for (const combination of resource.unique)
        await reportDuplicates(combination, { existing, drafts, report, columnOf });
      const different: PlannedRow[] = [];
      for await (const draft of withEventLoopYields(drafts)) if (isDifferent(draft)) different.push(draft);
      return different;
    },
  };
}

/** Whether a row says anything else than what is there. */
export function isDifferent({ before, after, resource }: PlannedRow): boolean {
  if (!before) return true;
  const fields = [...Object.keys(resource.allFields), 'conversions'];
  return fields.some((name) => !isSameValue(before[name], after[name]));
}

interface DuplicateCheck {
  existing: readonly WireRow[];
  drafts: readonly PlannedRow[];
  report: ProblemReport;
  columnOf(field: string): string;
}

async function reportDuplicates(
  combination: readonly string[],
  { existing, drafts, report, columnOf }: DuplicateCheck,
): Promise<void> {
  const changing = new Set(drafts.map(({ after }) => after._id));
  const holders = new Map<string, { id: string; name: string; row: number | null }>();
  const claim = (row: WireRow, fileRow: number | null) => {
    if (combination.some((name) => row[name] === null || row[name] === undefined)) return;
    const key = keyText(combination, row, (text) => text);
    const other = holders.get(key);
    if (!other) holders.set(key, { id: row._id, name: String(row['name'] ?? ''), row: fileRow });
    else if (other.id !== row._id && fileRow !== null) {
      for (const name of combination)
        report.add(
          fileRow,
          other.row === null
            ? cellProblem(
                columnOf(name),
                'taken',
                other.name ? refusal('taken-by', { name: other.name }) : refusal('one-already'),
              )
            : cellProblem(
                columnOf(name),
                'twice-in-file',
                refusal('row-has-this', { row: other.row }),
                other.row,
              ),
        );
    }
  };
  for await (const row of withEventLoopYields(existing)) if (!changing.has(row._id)) claim(row, null);
  for await (const { after, row } of withEventLoopYields(drafts)) claim(after, row);
}

/** A combination finds a row when all that it must have is there; a single field that may be empty, when it is filled. */
function isUsable(resource: Resource, fields: readonly string[], values: FieldValues): boolean {
  const isFilled = (name: string) => values[name] !== null && values[name] !== undefined;
  return (
    fields.every(isFilled) ||
    (fields.length > 1 && fields.every((name) => isFilled(name) || !resource.allFields[name]?.isRequired))
  );
}

const keyText = (fields: readonly string[], values: FieldValues, fold: (text: string) => string): string =>
  fields.map((name) => fold(String(values[name] ?? ''))).join('\u0000');

async function indexRows(resource: Resource, fields: readonly string[], rows: readonly WireRow[]) {
  const exact = new Map<string, WireRow>();
  const folded = new Map<string, WireRow | null>();
  for await (const row of withEventLoopYields(rows)) {
    if (!isUsable(resource, fields, row)) continue;
    exact.set(
      keyText(fields, row, (text) => text),
      row,
    );
    const loose = keyText(fields, row, foldText);
    folded.set(loose, folded.has(loose) ? null : row);
  }
  return {
    find(values: FieldValues): WireRow | null {
      if (!isUsable(resource, fields, values)) return null;
      return (
        exact.get(keyText(fields, values, (text) => text)) ??
        folded.get(keyText(fields, values, foldText)) ??
        null
      );
    },
  };
}

/**
 * Whether two values say the same: the keys of an object have no order, and a line ends the same way however its file
 * writes that.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a, normalizeValue) === JSON.stringify(b, normalizeValue);
}

function normalizeValue(_: string, value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
