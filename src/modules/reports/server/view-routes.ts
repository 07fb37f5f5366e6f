import { listOf } from '#platform/shapes/shape.ts';
import { reportViewChange, reportViewInput } from '../input.ts';
import { reportView } from '../shapes.ts';
import type { Actor } from '#core/permissions.ts';
import type { ReportViewRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { forbidden, notFound, stale } from '#platform/server/http/problems.ts';
import {
  type RouteAccess,
  type ExistsContext,
  readRoute,
  type Route,
  writeRoute,
} from '#platform/server/http/route.ts';
import type { AppEvent, EventKind } from '#platform/server/http/services.ts';
import { changeView, canChangeView, presentViews, saveView, listVisibleViews } from './views.ts';

/** Users who can read reports may save views, because views don't change business data. */
const access: RouteAccess = { kind: 'collection', collection: 'reports', flag: 'canView' };

const exists = async ({ db, actor, params }: ExistsContext): Promise<boolean> =>
  (await listVisibleViews(db, actor, params['id'])).length > 0;

/**
 * Loads and locks a view for a change.
 *
 * @throws ApiProblem 403 for another user's view, 409 if the view was changed after it was loaded
 */
async function lockChangeableView(
  db: Tx,
  actor: Actor,
  id: string | undefined,
  ifMatch: number | null,
): Promise<ReportViewRow> {
  const row = await db
    .selectFrom('reportViews')
    .selectAll()
    .where('_id', '=', id ?? '')
    .$call(db.lock)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (!canChangeView(actor, row)) throw forbidden();
  if (ifMatch !== null && ifMatch !== Number(row.version)) throw stale(await presentView(db, actor, row));
  return row;
}

async function presentView(db: Queryable, actor: Actor, row: ReportViewRow) {
  const [view] = await presentViews(db, actor, [row]);
  if (!view) throw notFound();
  return view;
}

/** Builds the event of a view; only the owner is notified of a private view. */
const buildViewEvent = (kind: EventKind, ...rows: readonly ReportViewRow[]): AppEvent => ({
  collection: 'reports',
  id: rows[0]?._id ?? '',
  change: kind,
  branches: [],
  kitchens: [],
  ...(rows[0] && rows.every(({ isShared }) => isShared === 0) && { owner: rows[0].owner }),
});

export const reportViewRoutes: readonly Route[] = [
  readRoute({
    path: '/report-views',
    access,
    summary: 'Saved report views: the caller’s and shared ones, limited to reports the caller may read',
    response: listOf(reportView),
    async run({ db, actor }) {
      const user = requireActor(actor);
      return { status: 200, body: await presentViews(db, user, await listVisibleViews(db, user)) };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/report-views',
    access,
    summary:
      'Saves report parameters under a name. 409 `DUPLICATE` if the caller has a view of that name; sharing requires canCreate.',
    body: reportViewInput,
    response: reportView,
    async run({ db, actor, body, now, audit, emit }) {
      const row = await saveView(db, requireActor(actor), body, now);
      const createdView = await presentView(db, requireActor(actor), row);
      await audit({ action: 'create', entity: 'reports', id: row._id, after: createdView });
      emit(buildViewEvent('created', row));
      return { status: 201, body: createdView, version: createdView.version };
    },
  }),
  writeRoute({
    method: 'patch',
    path: '/report-views/:id',
    access,
    summary: 'Renames a saved view, changes its sharing, or replaces its parameters',
    body: reportViewChange,
    response: reportView,
    exists,
    async run({ db, actor, params, body, ifMatch, now, audit, emit }) {
      const user = requireActor(actor);
      const row = await lockChangeableView(db, user, params['id'], ifMatch);
      const before = await presentView(db, user, row);
      const changed = await changeView(db, user, row, body, now);
      const after = await presentView(db, user, changed);
      await audit({ action: 'edit', entity: 'reports', id: row._id, before, after });
      emit(buildViewEvent('changed', changed, row));
      return { status: 200, body: after, version: after.version };
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/report-views/:id',
    access,
    summary: 'Deletes a saved view',
    exists,
    async run({ db, actor, params, ifMatch, audit, emit }) {
      const user = requireActor(actor);
      const row = await lockChangeableView(db, user, params['id'], ifMatch);
      const before = await presentView(db, user, row);
      await db.deleteFrom('reportViews').where('_id', '=', row._id).execute();
      await audit({ action: 'delete', entity: 'reports', id: row._id, before });
      emit(buildViewEvent('deleted', row));
      return { status: 204 };
    },
  }),
];
