import type { z } from 'zod';
import type { reportViewChange, reportViewInput } from '../input.ts';
import type { ReportView } from '../shapes.ts';
import { type Actor, hasFlag, isAdministrator, canRead, canSeeUser } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import {
  listAddressFields,
  isReportName,
  canFilterByLocation,
  canReadReport,
  reportShapes,
} from '../report-shapes.ts';
import type { ReportShape } from '#platform/reports/shape-types.ts';
import { foldText } from '#core/text.ts';
import type { ReportViewRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { forbidden, invalid, problem } from '#platform/server/http/problems.ts';
import { toActor } from '#platform/server/http/session.ts';
import { newId } from '#platform/server/ids.ts';
import { actorCanSeeCosts } from '#modules/items/server/shape.ts';
import { requireReport, getPermittedSort } from './run.ts';

type ViewParams = Readonly<Record<string, string>>;

/** Maximum number of views per user and report. */
export const maxViews = 100;

/** Returns whether an actor may change a view: its owner may, and head office if the view is shared. */
export const canChangeView = (actor: Actor, { owner, isShared }: ReportViewRow): boolean =>
  owner === actor._id || (isShared === 1 && isAdministrator(actor));

/** Lists own and shared views of reports that the actor may read. */
export async function listVisibleViews(db: Queryable, actor: Actor, id?: string): Promise<ReportViewRow[]> {
  let query = db
    .selectFrom('reportViews')
    .selectAll()
    .where((eb) => eb.or([eb('owner', '=', actor._id), eb('isShared', '=', 1)]))
    .orderBy('nameKey')
    .orderBy('_id');
  if (id !== undefined) query = query.where('_id', '=', id);
  const rows = await query.execute();
  if (rows.length === 0) return [];
  const canSeeCosts = actorCanSeeCosts(actor);
  return rows.filter(({ report }) => {
    if (!isReportName(report)) return false;
    const shape: ReportShape = reportShapes[report];
    return canReadReport(actor, shape) && (!shape.isHiddenFromFranchises || canSeeCosts);
  });
}

/**
 * Returns views for an actor; references to forbidden and deleted rows are removed from the query and listed.
 */
export async function presentViews(
  db: Queryable,
  actor: Actor,
  rows: readonly ReportViewRow[],
): Promise<ReportView[]> {
  const views = rows.map((row) => ({ row, params: JSON.parse(row.params) as ViewParams }));
  const existingKeys = await findExistingReferences(
    db,
    views.map(({ params }) => params),
  );
  const owners = [...new Set(rows.map(({ owner }) => owner))];
  const people =
    owners.length === 0 ? [] : await db.selectFrom('users').selectAll().where('_id', 'in', owners).execute();
  const names = new Map(
    people.filter((person) => canSeeUser(actor, toActor(person))).map(({ _id, name }) => [_id, name]),
  );
  return views.map(({ row, params }) => {
    const filters = pickPermittedParams(actor, reportShapes[row.report], params, existingKeys);
    return {
      _id: row._id,
      name: row.name,
      report: row.report,
      params: filters,
      ignoredFilters: Object.keys(params).filter((name) => filters[name] === undefined),
      isShared: row.isShared === 1,
      isMine: row.owner === actor._id,
      canChange: canChangeView(actor, row),
      ownerName: names.get(row.owner) ?? null,
      version: Number(row.version),
    };
  });
}

/** Returns the parameters that an actor may use. */
function pickPermittedParams(
  actor: Actor,
  shape: ReportShape,
  params: ViewParams,
  existingKeys: ReadonlySet<string>,
): ViewParams {
  const exists = (name: string, id: string) => existingKeys.has(`${name} ${id}`);
  const isAllowed: Readonly<Record<string, (value: string) => boolean>> = {
    branch: (id) => canFilterByLocation(actor, shape, id) && exists('branch', id),
    item: (id) => exists('item', id),
    category: (id) => exists('category', id),
    supplier: (id) => canRead(actor, 'suppliers') && exists('supplier', id),
    by: (dimension) => shape.kind === 'rows' || (shape.dimensions as readonly string[]).includes(dimension),
  };
  const { sort, ...others } = Object.fromEntries(
    Object.entries(params).filter(([name, value]) => isAllowed[name]?.(value) ?? true),
  );
  const permittedOrder = getPermittedSort(actor, shape, { sort, ...others });
  return { ...others, ...(permittedOrder !== null && { sort: permittedOrder }) };
}

const referenceTables = {
  branch: 'branches',
  item: 'items',
  category: 'itemCategories',
  supplier: 'suppliers',
} as const;

type ReferenceName = keyof typeof referenceTables;

/** Lists the parameters whose row doesn't exist. */
export async function findMissingViewReferences(
  db: Queryable,
  params: Readonly<Partial<Record<ReferenceName, string | undefined>>>,
): Promise<ReferenceName[]> {
  const references = (Object.keys(referenceTables) as ReferenceName[]).flatMap((name) => {
    const id = params[name];
    return id === undefined ? [] : [[name, id] as const];
  });
  const existingKeys = await findExistingReferences(db, [Object.fromEntries(references)]);
  return references.flatMap(([name, id]) => (existingKeys.has(`${name} ${id}`) ? [] : name));
}

/** Returns the keys (`<parameter> <id>`) of the referenced rows that exist. */
async function findExistingReferences(
  db: Queryable,
  paramLists: readonly ViewParams[],
): Promise<Set<string>> {
  const existingKeys = new Set<string>();
  for (const [name, table] of Object.entries(referenceTables)) {
    const ids = [...new Set(paramLists.flatMap((params) => params[name] ?? []))];
    if (ids.length === 0) continue;
    const rows = await db
      .selectFrom(table as (typeof referenceTables)['branch'])
      .select('_id')
      .where('_id', 'in', ids)
      .execute();
    for (const { _id } of rows) existingKeys.add(`${name} ${_id}`);
  }
  return existingKeys;
}

/** Returns the parameters that the report supports, as text. */
function toViewParams(shape: ReportShape, params: z.output<typeof reportViewInput>['params']): ViewParams {
  const supportedParams = new Set(listAddressFields(shape));
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      value === undefined || !supportedParams.has(name) ? [] : [[name, String(value)]],
    ),
  );
}

/** Asserts that an actor may share views, which requires more than read access. */
function assertMayShare(actor: Actor): void {
  if (!hasFlag(actor, 'canCreate')) throw forbidden();
}

/** @throws ApiProblem 409 if the owner has another view of the report with that name */
async function assertNameFree(tx: Tx, row: ReportViewRow): Promise<void> {
  const other = await tx
    .selectFrom('reportViews')
    .select('_id')
    .where('owner', '=', row.owner)
    .where('report', '=', row.report)
    .where('nameKey', '=', row.nameKey)
    .where('_id', '!=', row._id)
    .executeTakeFirst();
  if (!other) return;
  const reason = refusal('view-taken', { name: row.name });
  throw problem('DUPLICATE', reason, { messagePrefix: 'name', fields: { name: reason } });
}

/**
 * Saves a query under a name.
 *
 * @throws ApiProblem 403 without access to the report, 409 if the name is in use
 */
export async function saveView(
  tx: Tx,
  actor: Actor,
  { report, name, params, isShared }: z.output<typeof reportViewInput>,
  now: Date,
): Promise<ReportViewRow> {
  const { shape } = requireReport(report, actor);
  if (isShared) assertMayShare(actor);
  const { count } = await tx
    .selectFrom('reportViews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner', '=', actor._id)
    .where('report', '=', report)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxViews) throw invalid({ name: refusal('most-views', { n: maxViews }) });
  const at = now.toISOString();
  const row: ReportViewRow = {
    _id: newId({ now: () => now }),
    createdAt: at,
    updatedAt: at,
    version: 1,
    owner: actor._id,
    report,
    name,
    nameKey: foldText(name),
    params: JSON.stringify(toViewParams(shape, params)),
    isShared: isShared ? 1 : 0,
  };
  await assertNameFree(tx, row);
  await tx.insertInto('reportViews').values(row).execute();
  return row;
}

/** Changes a view; omitted fields keep their values. */
export async function changeView(
  tx: Tx,
  actor: Actor,
  before: ReportViewRow,
  { name = before.name, params, isShared = before.isShared === 1 }: z.output<typeof reportViewChange>,
  now: Date,
): Promise<ReportViewRow> {
  if (isShared && before.isShared === 0) assertMayShare(actor);
  const after: ReportViewRow = {
    ...before,
    name,
    nameKey: foldText(name),
    params: params ? JSON.stringify(toViewParams(reportShapes[before.report], params)) : before.params,
    isShared: isShared ? 1 : 0,
    updatedAt: now.toISOString(),
    version: Number(before.version) + 1,
  };
  await assertNameFree(tx, after);
  const { _id, ...changes } = after;
  await tx.updateTable('reportViews').set(changes).where('_id', '=', _id).execute();
  return after;
}
