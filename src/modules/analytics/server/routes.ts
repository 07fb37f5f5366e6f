import { analyticsQueryParams, demandAnalyticsQueryParams, failedOrdersQueryParams } from '../input.ts';
import { analyticsResponse, demandResponse, failedOrders } from '../shapes.ts';
import { type AnalyticsDimension, analyticsShapes, isAnalyticsView } from '../views.ts';
import { type Actor, type Collection, canRead } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { forbidden, notFound, problem } from '#platform/server/http/problems.ts';
import { type RouteAccess, readRoute, type Route } from '#platform/server/http/route.ts';
import { loadDemandPattern } from './demand.ts';
import { listFailedOrders } from './service.ts';
import { computeView } from './views.ts';

const reportAccess: RouteAccess = { kind: 'collection', collection: 'reports', flag: 'canView' };

export const analyticsRoutes: readonly Route[] = [
  readRoute({
    path: '/analytics/demand',
    access: reportAccess,
    summary: 'Submission times of orders by weekday and hour in the branch’s time zone, and sales by weekday',
    query: demandAnalyticsQueryParams,
    response: demandResponse,
    async run({ db, actor, query, now }) {
      const viewer = requireReader(actor, ['orders']);
      return { status: 200, body: await loadDemandPattern(db, viewer, query, now) };
    },
  }),
  readRoute({
    path: '/analytics/service/orders',
    access: reportAccess,
    summary: 'Orders due in a period that were not delivered on time and in full, with the causes',
    query: failedOrdersQueryParams,
    response: failedOrders,
    async run({ db, actor, query, now }) {
      const viewer = requireReader(actor, ['orders']);
      return { status: 200, body: await listFailedOrders(db, { ...query, actor: viewer, now }) };
    },
  }),
  readRoute({
    path: '/analytics/:view',
    access: reportAccess,
    summary:
      'Figures of a view (service, wastage, stock, branches) by row and in total, compared with the previous period or year',
    query: analyticsQueryParams,
    response: analyticsResponse,
    async run({ db, actor, params, query, now, prefersAltName }) {
      const view = params['view'];
      if (!isAnalyticsView(view)) throw notFound();
      const shape = analyticsShapes[view];
      const viewer = requireReader(actor, shape.needs);
      const dimensions: readonly AnalyticsDimension[] = shape.by;
      const by = query.by ?? shape.by[0];
      if (!dimensions.includes(by)) throw createDimensionError(dimensions);
      return {
        status: 200,
        body: await computeView(db, view, { ...query, by, actor: viewer, now }, { prefersAltName }),
      };
    },
  }),
];

function requireReader(actor: Actor | null, needs: readonly Collection[]): Actor {
  const viewer = requireActor(actor);
  if (!needs.every((collection) => canRead(viewer, collection))) throw forbidden();
  return viewer;
}

function createDimensionError(dimensions: readonly string[]) {
  const reason = refusal('sort-by', { fields: dimensions.join(', ') });
  return problem('MALFORMED', reason, { messagePrefix: 'by', fields: { by: reason } });
}
