import { analyticsResponse, demandResponse, failedOrders } from '../shapes.ts';
import { scorecard } from '#modules/supplier-invoices/shapes.ts';
import type { DueOrderList } from '../drill-down.ts';
import type { AnalyticsView } from '../views.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readResponse, readRows } from '#platform/web/queries/read-shape.ts';

/** Parameters of a view, named as in the API. */
export interface AnalyticsParams {
  from: string;
  to: string;
  branch?: string | undefined;
  against?: string | undefined;
  by?: string | undefined;
  weekday?: string | undefined;
  usageScope?: string | undefined;
}

/** Refetched on every mount, because any new document can change the figures. */
const alwaysRefetch = { refetchOnMount: 'always' } as const;

export const analyticsQuery = (view: AnalyticsView, params: AnalyticsParams) => ({
  ...readQuery({
    collection: 'orders_data',
    key: ['analytics', view, params],
    lifetime: 'orders',
    path: `analytics/${view}`,
    search: { ...params },
    read: (reply) => readResponse(reply, analyticsResponse),
  }),
  ...alwaysRefetch,
});

/**
 * Queries the demand of a period.
 *
 * @param cell the cell whose orders are included: a weekday, optionally limited to one hour; null for none
 */
export const demandQuery = (
  { from, to, branch, against }: AnalyticsParams,
  cell: { weekday: string; hour?: string | undefined } | null,
) => ({
  ...readQuery({
    collection: 'orders_data',
    key: ['analytics', 'demand', { from, to, branch, against }, cell],
    lifetime: 'orders',
    path: 'analytics/demand',
    search: { from, to, branch, against, ...cell },
    read: (reply) => readResponse(reply, demandResponse),
  }),
  ...alwaysRefetch,
});

export const failedOrdersQuery = ({ from, to, branch, weekday }: AnalyticsParams, list: DueOrderList) => ({
  ...readQuery({
    collection: 'orders_data',
    key: ['analytics', 'service', 'orders', { from, to, branch, weekday, list }],
    lifetime: 'orders',
    path: 'analytics/service/orders',
    search: { from, to, branch, weekday, list },
    read: (reply) => readResponse(reply, failedOrders),
  }),
  ...alwaysRefetch,
});

export const supplierScorecardsQuery = (params: { from: string; to: string; place: string | undefined }) => ({
  ...readQuery({
    collection: 'supplier-invoices_data',
    key: ['scorecards', params],
    lifetime: 'orders',
    path: 'supplier-invoices/scorecards',
    search: params,
    read: (reply) => readRows(reply, scorecard),
  }),
  ...alwaysRefetch,
});
