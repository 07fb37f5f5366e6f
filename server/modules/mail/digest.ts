import type { MailWindow } from '#domain/mail/cadence.ts';
import { type DigestLine, digestLines } from '#domain/mail/digest.ts';
import { type Actor, canOpenPage, canRead } from '#domain/permissions.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { orderQuery } from '#contract/orders.ts';
import type { Queryable } from '../../db/types.ts';
import type { RouteResponse } from '../../http/route.ts';
import { loadDiscrepancyAgeing } from '../discrepancies/ageing.ts';
import { listOrders } from '../orders/list.ts';
import { loadWaitingForApproval } from '../purchasing/approvals.ts';
import { loadVisibleLotPositions } from '../stock/stock-positions.ts';
import { summarizeStock } from '../stock/summary.ts';
import { canReadReport, runMailedReport } from './report.ts';

/** A line of a digest: how many there are, and the list with as many rows. */
export interface DigestFigure {
  line: DigestLine;
  count: number;
  /** Null where the reader may open no page with that list. */
  link: { path: string; search: Record<string, string | undefined> } | null;
}

/** Orders that their branch still waits for. */
const awaited = 'Under Review,Sent to Central Kitchen,Under Process,Shipped';

/**
 * What waits for somebody on a day (YYYY-MM-DD), and what came short on the days since the mail before: by the very calls that the lists and tiles of the dashboard are made of, as this
 * person. What they may not see, and what there is none of, is no line.
 */
export async function computeDigest(
  db: Queryable,
  actor: Actor,
  today: string,
  days: Pick<MailWindow, 'from' | 'to'>,
  now: Date,
): Promise<DigestFigure[]> {
  const yesterday = addDays(today, -1);
  const found = new Map<DigestLine, number>();
  const searches: Partial<Record<DigestLine, Record<string, string | undefined>>> = {};
  if (canRead(actor, 'orders')) {
    searches.late = { status: awaited, to: yesterday };
    found.set(
      'late',
      totalOf(await listOrders(db, actor, orderQuery.parse({ ...searches.late, limit: 1 }), 'simple')),
    );
    if (canReadReport(actor, 'missing-items', {})) {
      const report = await runMailedReport(db, 'missing-items', {}, days, {
        actor,
        now,
        today,
        leadsWithAlt: false,
      });
      found.set('short', report.totals['missed'] ?? 0);
      searches.short = { report: 'missing-items', ...days };
    }
  }
  if (canRead(actor, 'purchase-orders')) {
    found.set('approvals', (await loadWaitingForApproval(db, actor)).length);
    searches.approvals = { status: 'Pending Approval' };
  }
  if (canRead(actor, 'stock')) {
    const { body } = await summarizeStock(db, actor, {});
    const shelves = body as Record<'out' | 'belowMin' | 'belowPar', number>;
    for (const state of ['out', 'belowMin', 'belowPar'] as const) {
      found.set(state, shelves[state]);
      searches[state] = { state };
    }
    const lots = await loadVisibleLotPositions(db, actor, now);
    const soon = addDays(today, 3);
    found.set('expired', lots.filter(({ expired }) => expired > 0).length);
    found.set('expiring', lots.filter(({ nextExpiry }) => nextExpiry !== null && nextExpiry <= soon).length);
    searches.expired = { only: 'expired' };
    searches.expiring = { only: 'in3' };
  }
  if (canRead(actor, 'discrepancies')) {
    const ages = await loadDiscrepancyAgeing(db, actor, {}, now);
    found.set(
      'discrepancies',
      ages.reduce((sum, { count }) => sum + count, 0),
    );
    searches.discrepancies = { status: 'Open' };
  }
  return digestLines.flatMap((line): DigestFigure[] => {
    const count = found.get(line) ?? 0;
    if (count === 0) return [];
    const path = pages[line].find((page) => canOpenPage(actor, page));
    const search = path === kitchenDesk ? { bin: 'reconcile' } : (searches[line] ?? {});
    return [{ line, count, link: path === undefined ? null : { path, search } }];
  });
}

const orderPages = ['/branch-orders', '/branch-order/order-history'];
/** Where a kitchen settles discrepancies: a part of its dashboard. */
const kitchenDesk = '/central-kitchen/dashboard';
const shelfPages = ['/inventory', '/branch-order/inventory-control'];

/** Where each list is found, the fullest first. */
const pages: Readonly<Record<DigestLine, readonly string[]>> = {
  approvals: [
    '/procurements/creation/review/orders',
    '/inventory/purchases',
    '/branch-order/inventory-control/purchases',
  ],
  late: orderPages,
  short: ['/branch-order/reports'],
  out: shelfPages,
  belowMin: shelfPages,
  belowPar: shelfPages,
  expired: ['/inventory', '/branch-order/inventory-control/lots'],
  expiring: ['/inventory', '/branch-order/inventory-control/lots'],
  discrepancies: ['/branch-order/inventory-control/discrepancies', kitchenDesk],
};

const totalOf = ({ headers }: RouteResponse): number => Number(headers?.['x-total-count'] ?? 0);
