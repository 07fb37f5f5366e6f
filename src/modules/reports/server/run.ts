import { type ReportQueryInput, type ReportQueryParams, reportQueryParams } from '../input.ts';
import { type ReportResponse } from '../shapes.ts';
import { type Actor, canRead, canSeeStockCosts } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { listReportColumns, validateSort } from '../columns.ts';
import { isReportName, canReadReport, getReportParams, getRequiredParams } from '../report-shapes.ts';
import type { ReportParam, ReportRestriction, ReportShape } from '#platform/reports/shape-types.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { parseValues } from '#platform/server/http/parse.ts';
import { forbidden, notFound, problem } from '#platform/server/http/problems.ts';
import { actorCanSeeCosts } from '#modules/items/server/shape.ts';
import type { ReportRow } from './cells.ts';
import { isGrouped, type ReportDefinition, type ReportRequest } from './define.ts';
import { type DayTotals, loadGroupedRows, loadGroupedTotals, loadTotalsByDay } from './grouped.ts';
import { reports } from './reports.ts';
import { runRowsReport, loadRowsTotals } from './rows-reports.ts';
import {
  assertSortable,
  buildNotOneOfProblem,
  buildInvalidSortProblem,
  createWireRows,
} from './report-result.ts';

/** Actor, time and language of a report run. */
export interface ReportContext {
  actor: Actor;
  now: Date;
  prefersAltName: boolean;
}

/** A completed report run: source of the viewer, files, emails and tiles. */
export interface ReportRun extends Omit<ReportResponse, 'rows'> {
  shape: ReportShape;
  /** Returns the first rows, or all if `limit` is omitted. */
  first(limit?: number): Promise<ReportRow[]>;
  /** Streams all rows, which may exceed memory. */
  all(): AsyncIterable<readonly ReportRow[]>;
}

/** Maximum number of streamed rows that can be re-sorted. */
const maxSorted = 20_000;
/** Rows per chunk from memory. */
const chunkSize = 200;

/**
 * Runs a report for an actor, with the rows and columns that the actor may see. `input` is validated against
 * the report's parameters.
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
  const { report, request, sort, hidden, canSee } = prepareReport(name, input, context);
  const { shape } = report;
  const result = isGrouped(report)
    ? await loadGroupedRows(db, report, request, canSee)
    : await runRowsReport(db, report, request, canSee);
  const order = sort ?? result.order;
  assertSortable(order, result.columns);
  if (typeof result.rows === 'function' && order !== result.order && result.total > maxSorted)
    throw buildInvalidSortProblem('sort', [result.order]);
  let sortedRows: ReportRow[] | null = null;
  async function* all(): AsyncIterable<readonly ReportRow[]> {
    if (typeof result.rows === 'function' && order === result.order) {
      yield* result.rows();
      return;
    }
    if (sortedRows === null) {
      const rows =
        typeof result.rows === 'function'
          ? createWireRows((await Array.fromAsync(result.rows())).flat())
          : result.rows;
      sortedRows = rows.takeSorted(order, result.columns);
    }
    yield* withEventLoopYields(chunks(sortedRows, chunkSize));
  }
  const isShown = ({ key }: { key: string }) => !hidden.has(key) || key === result.columns[0]?.key;
  const hiddenKeys = new Set(result.columns.filter((column) => !isShown(column)).map(({ key }) => key));
  async function* visibleRows(): AsyncIterable<readonly ReportRow[]> {
    for await (const rows of all())
      yield hiddenKeys.size === 0 ? rows : rows.map((row) => omitKeys(row, hiddenKeys));
  }
  return {
    shape,
    name: shape.name,
    by: result.by,
    params: toAddressParams(request.query),
    asOf: request.now.toISOString(),
    columns: result.columns.filter(isShown),
    itemName: result.itemName,
    total: result.total,
    totals: omitKeys(result.totals, hiddenKeys),
    all: visibleRows,
    async first(limit = Number.POSITIVE_INFINITY) {
      if (typeof result.rows !== 'function' && limit < result.rows.length) {
        const page = result.rows.takeSorted(order, result.columns, Math.max(0, limit));
        return hiddenKeys.size === 0 ? page : page.map((row) => omitKeys(row, hiddenKeys));
      }
      const rows: ReportRow[] = [];
      if (limit > 0) for await (const chunk of visibleRows()) if (rows.push(...chunk) >= limit) break;
      return rows.slice(0, limit);
    },
  };
}

const omitKeys = <T>(row: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.has(key)));

/** Totals of a report without rows. */
export interface ReportTotals {
  params: Record<string, string>;
  totals: ReportResponse['totals'];
  /** Row count; null if not requested. */
  total: number | null;
}

/**
 * Loads the totals of a report with the rows and permissions of `runReport`. `requestedKey` restricts the
 * result to one total (`rows` for the count), which may be faster.
 */
export async function runTotals(
  db: Queryable,
  name: string,
  input: ReportQueryInput,
  context: ReportContext,
  requestedKey?: string,
): Promise<ReportTotals> {
  const { report, request, canSee } = prepareReport(name, input, context);
  const params = toAddressParams(request.query);
  if (!isGrouped(report))
    return { params, ...(await loadRowsTotals(db, report, request, canSee, requestedKey)) };
  return { params, total: null, totals: await loadGroupedTotals(db, report, request, canSee) };
}

/**
 * Loads one total by day, for any ranges within the requested period.
 *
 * @throws Error for a row report, in addition to the errors of `runTotals`
 */
export async function runDailyTotals(
  db: Queryable,
  name: string,
  input: ReportQueryInput,
  context: ReportContext,
  requestedKey: string,
): Promise<DayTotals> {
  const { report, request, canSee } = prepareReport(name, input, context);
  if (!isGrouped(report)) throw new Error(`${name} isn't a grouped report`);
  return loadTotalsByDay(db, report, request, canSee, requestedKey);
}

/** Resolves report, query, and visible columns. */
function prepareReport(name: string, input: ReportQueryInput, context: ReportContext) {
  const report = requireReport(name, context.actor);
  const { sort, hide = '', limit: _, ...query } = parseReportQuery(report.shape, input);
  const request: ReportRequest = { ...context, query };
  return {
    report,
    request,
    sort,
    hidden: new Set(hide.split(',')),
    canSee: createColumnFilter(context.actor),
  };
}

/** Returns a predicate for the columns that an actor may see. */
function createColumnFilter(actor: Actor): (column: { restriction?: ReportRestriction }) => boolean {
  const permissions: Readonly<Record<ReportRestriction, boolean>> = {
    stock: canSeeStockCosts(actor),
    costs: canRead(actor, 'costs'),
  };
  return ({ restriction }) => restriction === undefined || permissions[restriction];
}

/** Returns the accepted parameters as text. */
const toAddressParams = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );

/**
 * Returns a report for an actor.
 *
 * @throws ApiProblem 404 for an unknown report, 403 without permission
 */
export function requireReport(name: string, actor: Actor): ReportDefinition {
  if (!isReportName(name)) throw notFound();
  const report = reports[name];
  if (!canReadReport(actor, report.shape)) throw forbidden();
  if (isHiddenFromFranchise(actor, report.shape)) throw forbidden(refusal('no-costs'));
  return report;
}

/** Returns whether an actor may run a report; for callers that leave out forbidden reports. */
export const canRunReport = (actor: Actor, shape: ReportShape): boolean =>
  canReadReport(actor, shape) && !isHiddenFromFranchise(actor, shape);

/** Whether a report shows costs of the business to an actor who may not see them. */
const isHiddenFromFranchise = (actor: Actor, { isHiddenFromFranchises }: ReportShape): boolean =>
  isHiddenFromFranchises === true && !actorCanSeeCosts(actor);

/** Returns the sort order for an actor; null if its column is hidden or missing. */
export function getPermittedSort(
  actor: Actor,
  shape: ReportShape,
  { sort, by, item }: { sort?: string | undefined; by?: string | undefined; item?: string | undefined },
): string | null {
  const dimension =
    shape.kind === 'rows'
      ? 'document'
      : (shape.dimensions.find((candidate) => candidate === by) ?? shape.dimensions[0]);
  const columns = listReportColumns(shape, {
    by: dimension,
    isOfOneItem: item !== undefined,
    canSee: createColumnFilter(actor),
  });
  return validateSort(sort, [...columns, { key: 'key' }]);
}

/** Query fields by parameter. */
const queryFieldsByParam: Partial<Readonly<Record<ReportParam, readonly (keyof ReportQueryParams)[]>>> = {
  days: ['from', 'to'],
};

/** Values of `by` for reports at the end of a day. */
const valuationBases = ['effective', 'posted'] as const;

/**
 * Parses the query of a report.
 *
 * @throws ApiProblem 400 for missing or invalid parameters
 */
function parseReportQuery(shape: ReportShape, input: ReportQueryInput): ReportQueryParams {
  const parsed = parseValues(reportQueryParams, input);
  const fields = (params: readonly ReportParam[]) =>
    params.flatMap((param) => queryFieldsByParam[param] ?? [param as keyof ReportQueryParams]);
  const missing = fields(getRequiredParams(shape)).filter((field) => parsed[field] === undefined);
  if (missing.length > 0) {
    const reason = refusal('needed');
    const fieldReasons = Object.fromEntries(missing.map((field) => [field, reason]));
    throw problem('MALFORMED', reason, { messagePrefix: missing[0] ?? '', fields: fieldReasons });
  }
  const acceptedFields = new Set<string>([...fields(getReportParams(shape)), 'sort', 'hide', 'limit']);
  const { by } = parsed;
  if (
    shape.kind === 'rows' &&
    acceptedFields.has('by') &&
    by !== undefined &&
    !valuationBases.some((candidate) => candidate === by)
  )
    throw buildNotOneOfProblem('by', valuationBases);
  return Object.fromEntries(
    Object.entries(parsed).filter(([field]) => acceptedFields.has(field)),
  ) as ReportQueryParams;
}
