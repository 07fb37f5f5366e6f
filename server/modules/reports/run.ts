import { type ReportAnswer, type ReportAsked, type ReportQuery, reportQuery } from '#contract/reports.ts';
import { type Actor, canRead, canSeeStockCosts } from '#domain/permissions.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import { columnsOf, validSort } from '#domain/reports/columns.ts';
import { isReportName, canReadReport, paramsOf, requiredParamsOf } from '#domain/reports/shapes.ts';
import type { ReportParam, ReportRestriction, ReportShape } from '#domain/reports/shape-types.ts';
import { chunks, withEventLoopYields } from '../../db/many-rows.ts';
import type { Queryable } from '../../db/types.ts';
import { parseValues } from '../../http/parse.ts';
import { forbidden, notFound, problem } from '../../http/problems.ts';
import { seesCosts } from '../items/shape.ts';
import type { ReportRow } from './cells.ts';
import { isGrouped, type ReportDefinition, type ReportQuestion } from './define.ts';
import { type DayTotals, groupedRows, groupedTotals, totalsByDay } from './grouped.ts';
import { reports } from './reports.ts';
import { runRowsReport, loadRowsTotals } from './rows-reports.ts';
import { assertSortable, notOneOfProblem, invalidSortProblem, wireRows } from './report-result.ts';

/** Who asks a report, when, and in which language its rows are called. */
export interface ReportContext {
  actor: Actor;
  now: Date;
  leadsWithAlt: boolean;
}

/** A report that was run: what its viewer, its file, a mail and a tile are made of. */
export interface ReportRun extends Omit<ReportAnswer, 'rows'> {
  shape: ReportShape;
  /** The first of its rows; all where nothing is said. */
  first(limit?: number): Promise<ReportRow[]>;
  /** All of its rows, some after the others: there may be more than fit into memory. */
  all(): AsyncIterable<readonly ReportRow[]>;
}

/** Rows that are put into another order than they come in; of more, only their own order is there. */
const maxSorted = 20_000;
/** Rows that are handed on at once, of those that are in memory anyway. */
const chunkSize = 200;

/**
 * Runs a report as somebody: with the rows that this person sees, and the figures that are for their eyes. `asked` is as it comes
 * in an address.
 *
 * @throws ApiProblem 404 for a report that there is not, 403 for one that this person may not read, 400 for what it cannot be
 *   asked, or sorted by.
 */
export async function runReport(
  db: Queryable,
  name: string,
  asked: ReportAsked,
  asking: ReportContext,
): Promise<ReportRun> {
  const { report, question, sort, hidden, maySee } = prepareReport(name, asked, asking);
  const { shape } = report;
  const told = isGrouped(report)
    ? await groupedRows(db, report, question, maySee)
    : await runRowsReport(db, report, question, maySee);
  const order = sort ?? told.order;
  assertSortable(order, told.columns);
  if (typeof told.rows === 'function' && order !== told.order && told.total > maxSorted)
    throw invalidSortProblem('sort', [told.order]);
  let inOrder: ReportRow[] | null = null;
  async function* all(): AsyncIterable<readonly ReportRow[]> {
    if (typeof told.rows === 'function' && order === told.order) {
      yield* told.rows();
      return;
    }
    if (inOrder === null) {
      const rows =
        typeof told.rows === 'function' ? wireRows((await Array.fromAsync(told.rows())).flat()) : told.rows;
      inOrder = rows.inOrder(order, told.columns);
    }
    yield* withEventLoopYields(chunks(inOrder, chunkSize));
  }
  const isShown = ({ key }: { key: string }) => !hidden.has(key) || key === told.columns[0]?.key;
  const left = new Set(told.columns.filter((column) => !isShown(column)).map(({ key }) => key));
  async function* shown(): AsyncIterable<readonly ReportRow[]> {
    for await (const rows of all()) yield left.size === 0 ? rows : rows.map((row) => without(row, left));
  }
  return {
    shape,
    name: shape.name,
    by: told.by,
    params: toAddressParams(question.query),
    asOf: question.now.toISOString(),
    columns: told.columns.filter(isShown),
    itemName: told.itemName,
    total: told.total,
    totals: without(told.totals, left),
    all: shown,
    async first(limit = Number.POSITIVE_INFINITY) {
      if (typeof told.rows !== 'function' && limit < told.rows.length) {
        const page = told.rows.inOrder(order, told.columns, Math.max(0, limit));
        return left.size === 0 ? page : page.map((row) => without(row, left));
      }
      const rows: ReportRow[] = [];
      if (limit > 0) for await (const some of shown()) if (rows.push(...some) >= limit) break;
      return rows.slice(0, limit);
    },
  };
}

const without = <T>(row: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.has(key)));

/** What a report comes to, without its rows. */
export interface ReportTotals {
  params: Record<string, string>;
  totals: ReportAnswer['totals'];
  /** How many rows it has; null where nobody asked for them. */
  total: number | null;
}

/**
 * The totals of a report as `runReport` has them, for who needs no rows: of the same rows, by the same rights, and refused alike.
 * Who needs only one of them is told it sooner, and maybe no other (`rows`: how many there are).
 */
export async function runTotals(
  db: Queryable,
  name: string,
  asked: ReportAsked,
  asking: ReportContext,
  only?: string,
): Promise<ReportTotals> {
  const { report, question, maySee } = prepareReport(name, asked, asking);
  const params = toAddressParams(question.query);
  if (!isGrouped(report)) return { params, ...(await loadRowsTotals(db, report, question, maySee, only)) };
  return { params, total: null, totals: await groupedTotals(db, report, question, maySee) };
}

/**
 * One total of a report over days, to be told of several parts of the days that are asked for, which are read at once.
 *
 * @throws Error for a report of rows, besides what `runTotals` throws.
 */
export async function runDailyTotals(
  db: Queryable,
  name: string,
  asked: ReportAsked,
  asking: ReportContext,
  only: string,
): Promise<DayTotals> {
  const { report, question, maySee } = prepareReport(name, asked, asking);
  if (!isGrouped(report)) throw new Error(`${name} is no report over days`);
  return totalsByDay(db, report, question, maySee, only);
}

/** The report of a name, what it is asked of whom, and which of its secrets that person may see. */
function prepareReport(name: string, asked: ReportAsked, asking: ReportContext) {
  const report = reportFor(name, asking.actor);
  const { sort, hide = '', limit: _, ...query } = parseReportQuery(report.shape, asked);
  const question: ReportQuestion = { ...asking, query };
  return { report, question, sort, hidden: new Set(hide.split(',')), maySee: columnVisibility(asking.actor) };
}

/** Which columns are for somebody's eyes. */
function columnVisibility(actor: Actor): (column: { secret?: ReportRestriction }) => boolean {
  const eyes: Readonly<Record<ReportRestriction, boolean>> = {
    stock: canSeeStockCosts(actor),
    costs: canRead(actor, 'costs'),
  };
  return ({ secret }) => secret === undefined || eyes[secret];
}

/** What of a question was taken, as it stands in an address. */
const toAddressParams = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );

/** The report of a name, for who may read it. Throws 404 for one that there is not, 403 for one that they may not read. */
export function reportFor(name: string, actor: Actor): ReportDefinition {
  if (!isReportName(name)) throw notFound();
  const report = reports[name];
  if (!canReadReport(actor, report.shape)) throw forbidden();
  if (isHiddenFromFranchise(actor, report.shape)) throw forbidden(refusal('no-costs'));
  return report;
}

/** Whether somebody may run a report, for who leaves it out where they may not. */
export const canRunReport = (actor: Actor, shape: ReportShape): boolean =>
  canReadReport(actor, shape) && !isHiddenFromFranchise(actor, shape);

/** Whether a report tells what goods cost the business, and the actor may not see that. */
const isHiddenFromFranchise = (actor: Actor, { isKeptFromFranchises }: ReportShape): boolean =>
  isKeptFromFranchises === true && !seesCosts(actor);

/**
 * The order of a question, for somebody: null where it is by a column that is not for their eyes, or that their question does not
 * have.
 */
export function permittedSort(
  actor: Actor,
  shape: ReportShape,
  { sort, by, item }: { sort?: string | undefined; by?: string | undefined; item?: string | undefined },
): string | null {
  const dimension =
    shape.kind === 'rows'
      ? 'document'
      : (shape.dimensions.find((each) => each === by) ?? shape.dimensions[0]);
  const columns = columnsOf(shape, {
    by: dimension,
    isOfOneItem: item !== undefined,
    maySee: columnVisibility(actor),
  });
  return validSort(sort, [...columns, { key: 'key' }]);
}

/** The fields of a question that a parameter is asked by. */
const fieldsOf: Partial<Readonly<Record<ReportParam, readonly (keyof ReportQuery)[]>>> = {
  days: ['from', 'to'],
};

/** What `by` says of the books at the end of a day. */
const valuationBases = ['happened', 'posted'] as const;

/** What a report takes of a question. Throws 400 where something is missing that it cannot do without, or says what it does not know. */
function parseReportQuery(shape: ReportShape, asked: ReportAsked): ReportQuery {
  const parsed = parseValues(reportQuery, asked);
  const fields = (params: readonly ReportParam[]) =>
    params.flatMap((param) => fieldsOf[param] ?? [param as keyof ReportQuery]);
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
    !valuationBases.some((each) => each === by)
  )
    throw notOneOfProblem('by', valuationBases);
  return Object.fromEntries(Object.entries(parsed).filter(([field]) => taken.has(field))) as ReportQuery;
}
