import { type ImportPart, rowId } from '../kinds.ts';
import type { CellProblem, RowOutcome } from '../shapes.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { newId } from '#platform/server/ids.ts';
import { createRowMatcher, type RowMatcher, isDifferent } from './row-matcher.ts';
import { readExistingRows, readRowsById } from './existing.ts';
import { addItemCodes } from './item-codes.ts';
import { createItemRules } from './item-rules.ts';
import {
  createProblemReport,
  type PlannedRow,
  type PlanJob,
  type PlanContext,
  type ProblemReport,
  type ParsedValues,
  type ImportPlan,
} from './plan-types.ts';
import { buildCellProblem } from './refusals.ts';
import { planOpenings } from './openings.ts';
import { getVersionStartDay } from '#modules/recipes/server/service.ts';
import { getLatestCommonDay } from '#modules/stock/server/accounting-period.ts';
import { checkImportedUnits } from './unit-checks.ts';
import { getCodeField } from './lookups.ts';
import { createResolver, type Resolver, resolveRow } from './resolve.ts';

/**
 * Plans a whole file against the current data: the outcome and problems of every row, and the rows to be
 * written. Writes nothing; used by both the dry run and the commit.
 */
export async function planImport(ctx: PlanContext, initialJob: PlanJob): Promise<ImportPlan> {
  let job = initialJob;
  const resolver = await createResolver(ctx, job.kind, job.input);
  const report = createProblemReport(job.rows);
  for (const [column, reason] of Object.entries(resolver.errors)) {
    const [firstRow] = job.rows;
    if (firstRow) report.add(firstRow.row, buildCellProblem(column, 'not-found', reason));
  }
  const { resource } = job.kind;
  if (resource === null) {
    const openings = await planOpenings(ctx, job, resolver, report);
    return buildPlan(job, report.byRow, [...resolver.createdRows], new Map(), openings);
  }
  const existing = await loadMainRows(ctx, job, resource, resolver);
  if (resource.collection === 'items') job = { ...job, rows: addItemCodes(job, existing) };
  const ids = await registerNewNames(ctx, job, resource, resolver, existing);
  const main = await createRowMatcher({
    ctx,
    resource,
    keys: job.kind.keys,
    existing: ids.existing,
    report,
    // Errors within a structured value are reported on its cell.
    columnOf: (field) => field.split('.')[0] ?? field,
  });
  const rules =
    resource.collection === 'items' ? await createItemRules({ ctx, resolver, report }, ids.existing) : null;
  const today = resource.collection === 'recipes' ? await getLatestCommonDay(ctx.db, ctx.now) : null;
  const parts = await createParts(ctx, job, report);
  const mainDrafts = new Map<number, PlannedRow>();
  for await (const parsed of withEventLoopYields(job.rows)) {
    const values = resolveRow(job, resolver, report, parsed);
    const incoming = {
      row: parsed.row,
      values: pickOwnFields(values),
      defaults: pickOwnFields(resolver.defaults),
      id: ids.idByRow.get(parsed.row),
    };
    const draft = main.match(incoming);
    rules?.apply(draft, values, resolver.defaults);
    if (today !== null)
      draft.after['validFrom'] =
        getVersionStartDay(draft.before, draft.after, today) ?? draft.before?.['validFrom'];
    mainDrafts.set(parsed.row, draft);
    for (const part of parts) part.match(parsed.row, values, resolver.defaults, draft);
  }
  await rules?.finish();
  const drafts = [...resolver.createdRows, ...(await main.checkUnique())];
  for (const part of parts) drafts.push(...(await part.checkUnique()));
  await checkImportedUnits(ctx, drafts, report);
  return buildPlan(job, report.byRow, drafts, mainDrafts, []);
}

async function buildPlan(
  job: PlanJob,
  problems: ReadonlyMap<number, readonly CellProblem[]>,
  drafts: readonly PlannedRow[],
  mainDrafts: ReadonlyMap<number, PlannedRow>,
  openings: ImportPlan['openings'],
): Promise<ImportPlan> {
  const changedRowNumbers = new Set(drafts.map(({ row }) => row));
  const outcomes = new Map<number, RowOutcome>();
  for await (const { row } of withEventLoopYields(job.rows)) {
    const main = mainDrafts.get(row);
    const isInvalid = (problems.get(row)?.length ?? 0) > 0;
    const isNew = main ? main.before === null : true;
    const hasChanges = changedRowNumbers.has(row) || (main !== undefined && isDifferent(main));
    outcomes.set(row, isInvalid ? 'invalid' : isNew ? 'created' : hasChanges ? 'changed' : 'unchanged');
  }
  return { outcomes, problems, drafts, openings };
}

const pickOwnFields = (values: ParsedValues): ParsedValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !key.includes('.')));

/** Loads existing rows. There are many levels, so only those of the items in the file are read. */
async function loadMainRows(ctx: PlanContext, job: PlanJob, resource: Resource, resolver: Resolver) {
  if (resource.collection !== 'item-levels') return readExistingRows(ctx.db, resource, null, ctx.actor);
  const lookup = resolver.lookup('items');
  const ids = job.rows.flatMap(({ values }) => {
    const ids = typeof values['itemId'] === 'string' ? lookup?.find(values['itemId']) : undefined;
    return ids && 'id' in ids ? [ids.id] : [];
  });
  const itemLevels = await readExistingRows(ctx.db, resource, [...new Set(ids)], ctx.actor);
  const knownIds = new Set(itemLevels.map(({ _id }) => _id));
  const idsInFile = job.rows.flatMap(({ values }) => {
    const id = values[rowId];
    return typeof id === 'string' && !knownIds.has(id) ? [id] : [];
  });
  return [...itemLevels, ...(await readRowsById(ctx.db, resource, idsInFile, ctx.actor))];
}

/**
 * Registers the names of new rows before references are resolved, since rows may reference rows of the same
 * file.
 */
async function registerNewNames(
  ctx: PlanContext,
  job: PlanJob,
  resource: Resource,
  resolver: Resolver,
  existing: Awaited<ReturnType<typeof readExistingRows>>,
) {
  const idByRow = new Map<number, string>();
  const lookup = resolver.lookup(resource.collection);
  if (lookup) {
    const code = getCodeField(resource.collection);
    const matcher = await createRowMatcher({
      ctx,
      resource,
      keys: job.kind.keys,
      existing,
      report: { add() {}, has: () => true },
      columnOf: (field) => field,
    });
    for await (const { row, values } of withEventLoopYields(job.rows)) {
      if (values[rowId] !== undefined || matcher.find(values)) continue;
      const _id = newId(ctx.clock);
      idByRow.set(row, _id);
      lookup.add({ _id, name: values['name'], nameAlt: values['nameAlt'], code: code ? values[code] : null });
    }
  }
  return { existing, idByRow };
}

interface PartPlanner extends Pick<RowMatcher, 'checkUnique'> {
  match(row: number, values: ParsedValues, defaults: ParsedValues, owner: PlannedRow): void;
}

async function createParts(ctx: PlanContext, job: PlanJob, report: ProblemReport): Promise<PartPlanner[]> {
  const parts = job.kind.parts.filter(({ prefix }) =>
    job.input.columns.some((key) => key.startsWith(`${prefix}.`)),
  );
  return Promise.all(parts.map((part) => createPart(ctx, part, report)));
}

async function createPart(ctx: PlanContext, part: ImportPart, report: ProblemReport): Promise<PartPlanner> {
  const { prefix, resource, owner, fields } = part;
  const keys =
    resource.collection === 'packagings' ? [['barcode'], ['itemId', 'supplierId', 'name']] : resource.unique;
  const existing = await readExistingRows(ctx.db, resource, null, ctx.actor);
  const columnOf = (field: string) =>
    fields.includes(field) ? `${prefix}.${field}` : `${prefix}.${fields[0]}`;
  const matcher = await createRowMatcher({ ctx, resource, keys, existing, report, columnOf });
  const pickPartFields = (values: ParsedValues) =>
    Object.fromEntries(
      fields.flatMap((name) => (`${prefix}.${name}` in values ? [[name, values[`${prefix}.${name}`]]] : [])),
    );
  return {
    match(row, values, defaults, main) {
      const enteredValues = pickPartFields(values);
      if (Object.keys(enteredValues).length === 0) return;
      const id = main.after._id;
      const unitDefault =
        resource.collection === 'packagings' ? { unit: main.after['baseUnit'] ?? null } : {};
      matcher.match({
        row,
        values: { ...enteredValues, [owner]: id },
        defaults: { ...unitDefault, ...pickPartFields(defaults), [owner]: id },
      });
    },
    checkUnique: () => matcher.checkUnique(),
  };
}
