import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';
import { components, type ImportColumn, type ImportKind, findCreatableByName } from '../kinds.ts';
import { readCell } from '../read-cell.ts';
import { type ImportInput } from '../wire.ts';
import { getColumnFormat } from '#core/file-format.ts';
import { type CellProblem } from '../shapes.ts';
import { getSchema } from '#platform/collections/schemas.ts';
import type { Collection } from '#core/permissions.ts';
import { type Component, portion } from '#modules/recipes/recipe.ts';
import { newId } from '#platform/server/ids.ts';
import { referenceTables } from '#modules/master-data/server/missing-references.ts';
import type {
  PlannedRow,
  PlanJob,
  PlanContext,
  ParsedRow,
  ProblemReport,
  ParsedValues,
} from './plan-types.ts';
import { buildRuleProblem, buildCellProblem, toCellRefusal } from './refusals.ts';
import { getCodeField, type ReferenceLookup, loadLookup } from './lookups.ts';

/** Field kinds whose text is resolved to ids. */
const resolvedKinds: ReadonlySet<string> = new Set(['reference', 'references', 'picture']);

/** Resolves references in a file to ids. */
export interface Resolver {
  /** The resolved value, or the problem. */
  resolve(column: ImportColumn, value: unknown, row: number): { value: unknown } | { problem: CellProblem };
  /** Default values of new rows, by column. */
  defaults: ParsedValues;
  /** Errors in the defaults, by column. */
  errors: FieldRefusals;
  lookup(collection: Collection): ReferenceLookup | undefined;
  /** Rows to be created because the file refers to them. */
  createdRows: readonly PlannedRow[];
}

export async function createResolver(
  ctx: PlanContext,
  kind: ImportKind,
  input: ImportInput,
): Promise<Resolver> {
  const usedColumns = kind.columns.filter(({ key }) => input.columns.includes(key) || key in input.defaults);
  const lookups = new Map<Collection, ReferenceLookup>();
  for (const collection of new Set(usedColumns.flatMap(({ referencedCollections }) => referencedCollections)))
    if (referenceTables[collection]) lookups.set(collection, await loadLookup(ctx.db, collection));
  const plannedRows: PlannedRow[] = [];

  function createReferenced({ key, field }: ImportColumn, text: string, row: number): string | null {
    const { refersTo } = field;
    const resource = input.createMissing.includes(key) ? findCreatableByName(refersTo) : null;
    if (!resource || !refersTo) return null;
    const name = resource.allFields['name'] && getSchema(resource.allFields['name']).safeParse(text);
    if (!name?.success) return null;
    const now = ctx.now.toISOString();
    const initial = Object.entries(resource.allFields).map(
      ([fieldName, definition]) => [fieldName, definition.initial] as const,
    );
    const common = { _id: newId(ctx.clock), createdAt: now, updatedAt: now, version: 1, isActive: true };
    const after = { ...Object.fromEntries(initial), ...common, name: name.data };
    plannedRows.push({ row, resource, before: null, after, columnOf: () => key });
    lookups.get(refersTo)?.add(after);
    return after._id;
  }

  function resolveReference(
    column: ImportColumn,
    text: string,
    row: number,
  ): { id: string } | { problem: CellProblem } {
    const { key, field } = column;
    const match = (field.refersTo && lookups.get(field.refersTo)?.find(text)) || { count: 0 };
    if ('id' in match) return match;
    if (match.count > 1) {
      return {
        problem: buildCellProblem(key, 'ambiguous', refusal('ambiguous-name', { n: match.count, text })),
      };
    }
    const id = createReferenced(column, text, row);
    if (id !== null) return { id };
    const keyNames = field.refersTo && getCodeField(field.refersTo) ? 'code or name' : 'name';
    return {
      problem: buildCellProblem(
        key,
        'not-found',
        refusal('no-match', { label: field.label, keys: keyNames, text }),
      ),
    };
  }

  function resolve(column: ImportColumn, value: unknown, row: number) {
    const { kind: fieldKind } = column.field;
    if (column.key === components && value !== null && value !== undefined)
      return resolveComponents(value as Component[], lookups);
    if (value === null || value === undefined || !resolvedKinds.has(fieldKind)) return { value };
    const text = String(value);
    if (fieldKind !== 'references') {
      const match = resolveReference(column, text, row);
      return 'id' in match ? { value: match.id } : match;
    }
    const wholeMatch = column.field.refersTo ? lookups.get(column.field.refersTo)?.find(text) : undefined;
    if (wholeMatch && 'id' in wholeMatch) return { value: [wholeMatch.id] };
    const ids: string[] = [];
    for (const word of text.split(/[,;،؛\n]/).map((part) => part.trim())) {
      if (word === '') continue;
      const match = resolveReference(column, word, row);
      if ('problem' in match) return match;
      if (!ids.includes(match.id)) ids.push(match.id);
    }
    return { value: ids };
  }

  const defaults: Record<string, unknown> = {};
  const errors: Record<string, Refusal> = {};
  for (const column of usedColumns) {
    const text = input.defaults[column.key];
    if (text === undefined) continue;
    const parsed = readCell(text, column, {
      format: getColumnFormat(input, column.key),
      words: input.words[column.key] ?? {},
    });
    const resolved = 'problem' in parsed ? parsed : resolve(column, parsed.value, 0);
    if ('problem' in resolved) errors[column.key] = toCellRefusal(resolved.problem);
    else if (resolved.value !== null) defaults[column.key] = resolved.value;
  }
  return {
    resolve,
    defaults,
    errors,
    createdRows: plannedRows,
    lookup: (collection) => lookups.get(collection),
  };
}

/**
 * Resolves the lines of a recipe. A name is looked up as an item first and then as a recipe, unless the line
 * specifies a sub-recipe.
 */
function resolveComponents(
  lines: readonly Component[],
  lookups: ReadonlyMap<Collection, ReferenceLookup>,
): { value: Component[] } | { problem: CellProblem } {
  const problems: CellProblem[] = [];
  const find = (
    collection: Collection,
    text: string,
    reason: 'component-unknown' | 'component-unit',
  ): string => {
    const match = lookups.get(collection)?.find(text) ?? { count: 0 };
    if ('id' in match) return match.id;
    const unmatched =
      match.count > 1 ? refusal('ambiguous-name', { n: match.count, text }) : refusal(reason, { text });
    // The message quotes the text, since the cell contains several.
    problems.push(buildRuleProblem(components, unmatched));
    return text;
  };
  const value = lines.map((line): Component => {
    const { itemId, recipeId } = line;
    const isRecipe =
      itemId === null ||
      (recipeId === null &&
        hasNoMatch(lookups.get('items'), itemId) &&
        !hasNoMatch(lookups.get('recipes'), itemId));
    const recipe = isRecipe ? (recipeId ?? itemId) : recipeId;
    return {
      ...line,
      itemId: isRecipe || itemId === null ? null : find('items', itemId, 'component-unknown'),
      recipeId: recipe === null ? null : find('recipes', recipe, 'component-unknown'),
      unit: isRecipe && line.unit === portion ? portion : find('units', line.unit, 'component-unit'),
      alternatives: line.alternatives.map((alternative) => find('items', alternative, 'component-unknown')),
    };
  });
  const [first] = problems;
  return first ? { problem: first } : { value };
}

const hasNoMatch = (lookup: ReferenceLookup | undefined, text: string): boolean => {
  const match = lookup?.find(text) ?? { count: 0 };
  return 'count' in match && match.count === 0;
};

/** Resolves the cells of a row. */
export function resolveRow(
  job: PlanJob,
  resolver: Resolver,
  report: ProblemReport,
  { row, values }: ParsedRow,
): ParsedValues {
  const resolved: Record<string, unknown> = {};
  for (const column of job.kind.columns) {
    const value = values[column.key];
    if (value === undefined || value === null) continue;
    const result = resolver.resolve(column, value, row);
    if ('problem' in result) report.add(row, result.problem);
    else resolved[column.key] = result.value;
  }
  return resolved;
}
