import { type ReportQueryInput, type ReportQueryParams, reportQueryParams } from '../input.ts';
import { type ReportAnswer } from '../shapes.ts';
import { type Actor, canRead, canSeeStockCosts } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { columnsOf, validSort } from '../columns.ts';
import { isReportName, canReadReport, paramsOf, requiredParamsOf } from '../report-shapes.ts';
import type { ReportParam, ReportRestriction, ReportShape } from '#platform/reports/shape-types.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { parseValues } from '#platform/server/http/parse.ts';
import { forbidden, notFound, problem } from '#platform/server/http/problems.ts';
import { seesCosts } from '#modules/items/server/shape.ts';
import type { ReportRow } from './cells.ts';
import { isGrouped, type ReportDefinition, type ReportQuestion } from './define.ts';
import { type DayTotals, groupedRows, groupedTotals, totalsByDay } from './grouped.ts';
import { reports } from './reports.ts';
import { runRowsReport, loadRowsTotals } from './rows-reports.ts';
import { assertSortable, notOneOfProblem, invalidSortProblem, wireRows } from './report-result.ts';

/** Actor, time and language of a report run. */
export interface ReportContext {
  actor: Actor;
  now: Date;
  leadsWithAlt: boolean;
}

/** A completed report run: source of the viewer, files, mails and tiles. */
export interface ReportRun extends Omit<ReportAnswer, 'rows'> {
  shape: ReportShape;
  /** The first rows; all when `limit` is omitted. */
  first(limit?: number): Promise<ReportRow[]>;
  /** Streams all rows, which may exceed memory. */
  all(): AsyncIterable<readonly ReportRow[]>;
}

/** Limit of streamed rows that are sorted differently; larger reports keep their own order. */
const maxSorted = 20_000;
/** Rows per chunk from memory. */
const chunkSize = 200;

/**
 * Runs a report for an actor, with the visible rows and figures. `input` has the raw query parameters.
 *
 * @throws ApiProblem 404 for an unknown report, 403 without permission, 400 for invalid parameters or sort
 * columns
 */
export async function runReport(
  db: Queryable,
  name: string,
  input: ReportQueryInput,
  context: ReportContext,
): Promise<ReportRun> {
  const { report, question, sort, hidden, maySee } = prepareReport(name, input, context);
  const { shape } = report;
  const outcome = isGrouped(report)
    ? await groupedRows(db, report, question, maySee)
    : await runRowsReport(db, report, question, maySee);
  const order = sort ?? outcome.order;
  assertSortable(order, outcome.columns);
  if (typeof outcome.rows === 'function' && order !== outcome.order && outcome.total > maxSorted)
    throw invalidSortProblem('sort', [outcome.order]);
  let inOrder: ReportRow[] | null = null;
  async function* all(): AsyncIterable<readonly ReportRow[]> {
    if (typeof outcome.rows === 'function' && order === outcome.order) {
      yield* outcome.rows();
      return;
    }
    if (inOrder === null) {
      const rows =
        typeof outcome.rows === 'function'
          ? wireRows((await Array.fromAsync(outcome.rows())).flat())
          : outcome.rows;
      inOrder = rows.inOrder(order, outcome.columns);
    }
    yield* withEventLoopYields(chunks(inOrder, chunkSize));
  }
  const isShown = ({ key }: { key: string }) => !hidden.has(key) || key === outcome.columns[0]?.key;
  const hiddenKeys = new Set(outcome.columns.filter((column) => !isShown(column)).map(({ key }) => key));
  async function* shown(): AsyncIterable<readonly ReportRow[]> {
    for await (const rows of all())
      yield hiddenKeys.size === 0 ? rows : rows.map((row) => without(row, hiddenKeys));
  }
  return {
    shape,
    name: shape.name,
    by: outcome.by,
    params: toAddressParams(question.query),
    asOf: question.now.toISOString(),
    columns: outcome.columns.filter(isShown),
    itemName: outcome.itemName,
    total: outcome.total,
    totals: without(outcome.totals, hiddenKeys),
    all: shown,
    async first(limit = Number.POSITIVE_INFINITY) {
      if (typeof outcome.rows !== 'function' && limit < outcome.rows.length) {
        const page = outcome.rows.inOrder(order, outcome.columns, Math.max(0, limit));
        return hiddenKeys.size === 0 ? page : page.map((row) => without(row, hiddenKeys));
      }
      const rows: ReportRow[] = [];
      if (limit > 0) for await (const chunk of shown()) if (rows.push(...chunk) >= limit) break;
      return rows.slice(0, limit);
    },
  };
}

const without = <T>(row: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.has(key)));

/** Totals of a report without rows. */
export interface ReportTotals {
  params: Record<string, string>;
  totals: ReportAnswer['totals'];
  /** Row count; null when not requested. */
  total: number | null;
}

/**
 * Loads the totals of a report with the rows and permissions of `runReport`. `only` restricts it to one total
 * (`rows` for the count), which may be faster.
 */
export async function runTotals(
  db: Queryable,
  name: string,
  input: ReportQueryInput,
  context: ReportContext,
  only?: string,
): Promise<ReportTotals> {
  const { report, question, maySee } = prepareReport(name, input, context);
  const params = toAddressParams(question.query);
  if (!isGrouped(report)) return { params, ...(await loadRowsTotals(db, report, question, maySee, only)) };
  return { params, total: null, totals: await groupedTotals(db, report, question, maySee) };
}

/**
 * Loads one total by day, for any spans of the requested days.
 *
 * @throws Error for a report of rows, besides what `runTotals` throws
 */
export async function runDailyTotals(
  db: Queryable,
  name: string,
  input: ReportQueryInput,
  context: ReportContext,
  only: string,
): Promise<DayTotals> {
  const { report, question, maySee } = prepareReport(name, input, context);
  if (!isGrouped(report)) throw new Error(`${name} is no report over days`);
  return totalsByDay(db, report, question, maySee, only);
}

/** Resolves report, query, and visible columns. */
function prepareReport(name: string, input: ReportQueryInput, context: ReportContext) {
  const report = reportFor(name, context.actor);
  const { sort, hide = '', limit: _, ...query } = parseReportQuery(report.shape, input);
  const question: ReportQuestion = { ...context, query };
  return {
    report,
    question,
    sort,
    hidden: new Set(hide.split(',')),
    maySee: columnVisibility(context.actor),
  };
}

/** Returns a predicate for the columns that an actor may see. */
function columnVisibility(actor: Actor): (column: { restriction?: ReportRestriction }) => boolean {
  const eyes: Readonly<Record<ReportRestriction, boolean>> = {
    stock: canSeeStockCosts(actor),
    costs: canRead(actor, 'costs'),
  };
  return ({ restriction }) => restriction === undefined || eyes[restriction];
}

/** Accepted parameters as text. */
const toAddressParams = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );

/**
 * Returns a report for an actor.
 *
 * @throws ApiProblem 404 for an unknown report, 403 without permission
 */
export function reportFor(name: string, actor: Actor): ReportDefinition {
  if (!isReportName(name)) throw notFound();
  const report = reports[name];
  if (!canReadReport(actor, report.shape)) throw forbidden();
  if (isHiddenFromFranchise(actor, report.shape)) throw forbidden(refusal('no-costs'));
  return report;
}

/** Whether an actor may run a report, for callers that leave it out otherwise. */
export const canRunReport = (actor: Actor, shape: ReportShape): boolean =>
  canReadReport(actor, shape) && !isHiddenFromFranchise(actor, shape);

/** Whether a report shows costs of the business to an actor who may not see them. */
const isHiddenFromFranchise = (actor: Actor, { isKeptFromFranchises }: ReportShape): boolean =>
  isKeptFromFranchises === true && !seesCosts(actor);

/** Returns the sort order for an actor; null when its column is hidden or missing. */
export function permittedSort(
  actor: Actor,
  shape: ReportShape,
  { sort, by, item }: { sort?: string | undefined; by?: string | undefined; item?: string | undefined },
): string | null {
  const dimension =
    shape.kind === 'rows'
      ? 'document'
      : (shape.dimensions.find((candidate) => candidate === by) ?? shape.dimensions[0]);
  const columns = columnsOf(shape, {
    by: dimension,
    isOfOneItem: item !== undefined,
    maySee: columnVisibility(actor),
  });
  return validSort(sort, [...columns, { key: 'key' }]);
}

/** Query fields of a parameter. */
const fieldsOf: Partial<Readonly<Record<ReportParam, readonly (keyof ReportQueryParams)[]>>> = {
  days: ['from', 'to'],
};

/** Values of `by` for reports at the end of a day. */
const valuationBases = ['happened', 'posted'] as const;

/**
 * Parses the query of a report.
 *
 * @throws ApiProblem 400 for missing or invalid parameters
 */
function parseReportQuery(shape: ReportShape, input: ReportQueryInput): ReportQueryParams {
  const parsed = parseValues(reportQueryParams, input);
  const fields = (params: readonly ReportParam[]) =>
    params.flatMap((param) => fieldsOf[param] ?? [param as keyof ReportQueryParams]);
  const missing = fields(requiredParamsOf(shape)).filter((field) => parsed[field] === undefined);
  if (missing.length > 0) {
    const why = refusal('needed');
    const wrong = Object.fromEntries(missing.map((field) => [field, why]));
    throw problem('MALFORMED', why, { lead: missing[0] ?? '', fields: wrong });
  }
  const taken = new Set<string>([...fields(paramsOf(shape)), 'sort', 'hide', 'limit']);
  const { by } = parsed;
  if (
    shape.kind === 'rows' &&
    taken.has('by') &&
    by !== undefined &&
    !valuationBases.some((candidate) => candidate === by)
  )
    throw notOneOfProblem('by', valuationBases);
  return Object.fromEntries(
    Object.entries(parsed).filter(([field]) => taken.has(field)),
  ) as ReportQueryParams;
}
