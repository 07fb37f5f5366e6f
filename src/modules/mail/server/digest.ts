import type { MailWindow } from '../cadence.ts';
import { type DigestLine, digestLines } from '../digest.ts';
import { type Actor, canOpenPage, canRead } from '#core/permissions.ts';
import { orderQueryParams } from '#modules/orders/input.ts';
import { addDays } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';
import { loadDiscrepancyAgeing } from '#modules/discrepancies/server/ageing.ts';
import { listOrders } from '#modules/orders/server/list.ts';
import { loadWaitingForApproval } from '#modules/purchase-orders/server/approvals.ts';
import { loadVisibleLotPositions } from '#modules/stock/server/stock-positions.ts';
import { summarizeStock } from '#modules/stock/server/summary.ts';
import { canReadMailedReport, runMailedReport } from './report.ts';

/** A line of a digest: a count, and a link to the list of the counted rows. */
export interface DigestEntry {
  line: DigestLine;
  count: number;
  /** Null if the reader can't open a page with that list. */
  link: { path: string; search: Record<string, string | undefined> } | null;
}

/** Statuses of orders that haven't arrived. */
const openStatuses = 'Under Review,Sent to Central Kitchen,Under Process,Shipped';

/**
 * Computes a user's open tasks on a day (YYYY-MM-DD), and shortages since the previous email, with the same
 * queries as the dashboard. Lines with a count of zero or without permission are omitted.
 */
export async function computeDigest(
  db: Queryable,
  actor: Actor,
  today: string,
  days: Pick<MailWindow, 'from' | 'to'>,
  now: Date,
): Promise<DigestEntry[]> {
  const yesterday = addDays(today, -1);
  const counts = new Map<DigestLine, number>();
  const searches: Partial<Record<DigestLine, Record<string, string | undefined>>> = {};
  if (canRead(actor, 'orders')) {
    searches.late = { status: openStatuses, to: yesterday };
    counts.set(
      'late',
      getTotal(await listOrders(db, actor, orderQueryParams.parse({ ...searches.late, limit: 1 }), 'simple')),
    );
    if (canReadMailedReport(actor, 'missing-items', {})) {
      const report = await runMailedReport(db, 'missing-items', {}, days, {
        actor,
        now,
        today,
        prefersAltName: false,
      });
      counts.set('short', report.totals['missed'] ?? 0);
      searches.short = { report: 'missing-items', ...days };
    }
  }
  if (canRead(actor, 'purchase-orders')) {
    counts.set('approvals', (await loadWaitingForApproval(db, actor)).length);
    searches.approvals = { status: 'Pending Approval' };
  }
  if (canRead(actor, 'stock')) {
    const { body } = await summarizeStock(db, actor, {});
    const stockCounts = body as Record<'out' | 'belowMin' | 'belowPar', number>;
    for (const state of ['out', 'belowMin', 'belowPar'] as const) {
      counts.set(state, stockCounts[state]);
      searches[state] = { state };
    }
    const lots = await loadVisibleLotPositions(db, actor, now);
    const soonDay = addDays(today, 3);
    counts.set('expired', lots.filter(({ expiredLots }) => expiredLots > 0).length);
    counts.set(
      'expiring',
      lots.filter(({ nextExpiry }) => nextExpiry !== null && nextExpiry <= soonDay).length,
    );
    searches.expired = { subset: 'expired' };
    searches.expiring = { subset: 'in3' };
  }
  if (canRead(actor, 'discrepancies')) {
    const ages = await loadDiscrepancyAgeing(db, actor, {}, now);
    counts.set(
      'discrepancies',
      ages.reduce((sum, { count }) => sum + count, 0),
    );
    searches.discrepancies = { status: 'Open' };
  }
  return digestLines.flatMap((line): DigestEntry[] => {
    const count = counts.get(line) ?? 0;
    if (count === 0) return [];
    const path = pages[line].find((page) => canOpenPage(actor, page));
    const search = path === kitchenDashboard ? { stage: 'reconcile' } : (searches[line] ?? {});
    return [{ line, count, link: path === undefined ? null : { path, search } }];
  });
}

const orderPages = ['/branch-orders', '/branch-order/order-history'];
/** Page on which a kitchen resolves discrepancies; they are a section of its dashboard. */
const kitchenDashboard = '/central-kitchen/dashboard';
const stockPages = ['/inventory', '/branch-order/inventory-control'];

/** Pages with each list, the most complete first. */
const pages: Readonly<Record<DigestLine, readonly string[]>> = {
  approvals: [
    '/procurements/creation/review/orders',
    '/inventory/purchases',
    '/branch-order/inventory-control/purchases',
  ],
  late: orderPages,
  short: ['/branch-order/reports'],
  out: stockPages,
  belowMin: stockPages,
  belowPar: stockPages,
  expired: ['/inventory', '/branch-order/inventory-control/lots'],
  expiring: ['/inventory', '/branch-order/inventory-control/lots'],
  discrepancies: ['/branch-order/inventory-control/discrepancies', kitchenDashboard],
};

const getTotal = ({ headers }: RouteResponse): number => Number(headers?.['x-total-count'] ?? 0);
