import {
  costingSettingsChange,
  priceChangesQueryParams,
  branchStatementQueryParams,
  whatIfQueryParams,
} from '../input.ts';
import { costingSettings, priceChanges as priceChangesResponse, branchStatement, whatIf } from '../shapes.ts';
import { type Flag, isOwnLocation } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { forbidden, notFound, stale } from '#platform/server/http/problems.ts';
import { type ReadContext, readRoute, type Route, writeRoute } from '#platform/server/http/route.ts';
import { actorCanSeeCosts } from '#modules/items/server/shape.ts';
import { getLatestCommonDay } from '#modules/stock/server/accounting-period.ts';
import { computePriceChanges } from './price-changes.ts';
import { accountRoutes } from './journal-routes.ts';
import { lockCostingSetting, saveCostingSetting, loadCostingSetting } from './settings.ts';
import { buildStatementCsv, loadBranchStatement } from './statement.ts';
import { parseSimulatedChanges, computeWhatIf } from './what-if.ts';

const costAccess = (flag: Flag) => ({ kind: 'collection', collection: 'costs', flag }) as const;

/**
 * Throws for users of a franchise, who never see the business's costs, regardless of their page permissions.
 *
 * @throws ApiProblem 403
 */
export function assertCanSeeCosts({ actor }: Pick<ReadContext, 'actor'>): void {
  if (!actorCanSeeCosts(actor)) throw forbidden(refusal('no-costs'));
}

export const costingRoutes: readonly Route[] = [
  readRoute({
    path: '/costing/price-changes',
    isLong: () => true,
    access: costAccess('canView'),
    summary:
      'Items whose cost changed in a period, by list price, last receipt or moving average, with the affected recipes before and after.',
    query: priceChangesQueryParams,
    response: priceChangesResponse,
    async run({ db, actor, query }) {
      assertCanSeeCosts({ actor });
      const { from, to, basis, place = null, item = null, exceedsTolerance = false, limit, page } = query;
      if (place !== null && !isOwnLocation(requireActor(actor), place)) throw notFound();
      const { tolerancePercent } = await loadCostingSetting(db, 'costing');
      const body = await computePriceChanges(db, {
        from,
        to,
        basis,
        place,
        visibleTo: requireActor(actor),
        item,
        alertsOnly: exceedsTolerance,
        tolerancePercent,
        limit,
        page,
      });
      return { status: 200, body, headers: { 'x-total-count': String(body.total) } };
    },
  }),
  readRoute({
    path: '/costing/what-if',
    access: costAccess('canView'),
    summary:
      'Recipe costs with other prices, packs or yields: `changes` is the JSON of the scenario. Nothing is saved.',
    query: whatIfQueryParams,
    response: whatIf,
    async run({ db, actor, query, now }) {
      assertCanSeeCosts({ actor });
      const changes = parseSimulatedChanges(query.changes);
      const { tolerancePercent } = await loadCostingSetting(db, 'costing');
      const day = query.on ?? (await getLatestCommonDay(db, now));
      return {
        status: 200,
        body: await computeWhatIf(db, changes, { day, tolerancePercent, limit: query.limit }),
      };
    },
  }),
  readRoute({
    path: '/costing/statement',
    isLong: () => true,
    access: costAccess('canView'),
    summary:
      'Internal charges and credits of a branch in a period, by document; with `Accept: text/csv` as a file.',
    query: branchStatementQueryParams,
    response: branchStatement,
    async run({ db, actor, query, csvRequest, prefersAltName }) {
      // Branches, including franchises, may always see their own charges: a statement contains no other
      // costs.
      if (!isOwnLocation(requireActor(actor), query.branch)) throw notFound();
      const body = await loadBranchStatement(db, query, prefersAltName);
      if (!body) throw notFound();
      return csvRequest ? buildStatementCsv(body, csvRequest) : { status: 200, body };
    },
  }),
  readRoute({
    path: '/costing/settings',
    access: costAccess('canView'),
    summary: 'Threshold for cost change notifications.',
    response: costingSettings,
    async run({ db }) {
      const body = await loadCostingSetting(db, 'costing');
      return { status: 200, body, version: body.version };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/costing/settings',
    access: costAccess('canEdit'),
    summary: 'Changes the threshold for cost change notifications of the whole business.',
    body: costingSettingsChange,
    response: costingSettings,
    async run({ db, body: change, ifMatch, audit }) {
      const before = await lockCostingSetting(db, 'costing');
      if (ifMatch !== null && ifMatch !== before.version) throw stale(before);
      const after = { ...before, ...change, version: before.version + 1 };
      await saveCostingSetting(db, 'costing', after);
      await audit({ action: 'edit', entity: 'settings', id: 'costing', before, after });
      return { status: 200, body: after, version: after.version };
    },
  }),
  ...accountRoutes,
];
