import { listOf } from '#platform/shapes/shape.ts';
import { z } from 'zod';
import {
  foodCostDocumentsQueryParams,
  branchFoodCostQueryParams,
  foodCostQueryParams,
  menuQueryParams,
} from '../input.ts';
import { countPeriod, foodCost, foodCostDocument, foodCostOfBranch, menuEngineering } from '../shapes.ts';
import { type DayRange, countDays } from '#core/periods.ts';
import { type Actor, isOwnLocation } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { id } from '#platform/shapes/common.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { forbidden, invalid, notFound } from '#platform/server/http/problems.ts';
import { type RouteAccess, type Route, readRoute } from '#platform/server/http/route.ts';
import { actorCanSeeCosts } from '#modules/items/server/shape.ts';
import { selectFoodCostBranches } from './branches.ts';
import { listCountPeriods } from './counted-items.ts';
import { computeBranchFoodCost, computeFoodCostByBranch } from './figures.ts';
import { computeMenuEngineering } from './menu.ts';
import { listVarianceDocuments } from './usage.ts';

/** Costs have their own permission. */
const canViewCosts: RouteAccess = { kind: 'collection', collection: 'costs', flag: 'canView' };

/**
 * Finds the branch for a user who may see its costs.
 *
 * @throws ApiProblem 403 without access to costs, 404 out of scope
 */
async function findCostedBranch(db: Queryable, actor: Actor | null, branch: string) {
  if (!actorCanSeeCosts(actor)) throw forbidden(refusal('no-costs'));
  const row = await db
    .selectFrom('branches')
    .select(['_id', 'name'])
    .where('_id', '=', branch)
    .executeTakeFirst();
  if (!row || !isOwnLocation(requireActor(actor), branch)) throw notFound();
  return row;
}

function assertPeriodOrder({ from, to }: { from: string; to: string }): void {
  if (from > to) throw invalid({ to: refusal('period-backwards') });
}

/**
 * Longer periods run in a worker thread; one month of one branch takes milliseconds, which isn't worth its
 * overhead.
 */
const isLongerThanMonth = (days: DayRange): boolean => countDays(days) > 32;

export const foodCostRoutes: readonly Route[] = [
  readRoute({
    path: '/food-cost',
    isLong: isLongerThanMonth,
    access: canViewCosts,
    summary:
      'Food cost of a branch in a period: theoretical, actual, and the variance with parts that add up to it exactly; null if data is missing.',
    query: foodCostQueryParams,
    response: foodCost,
    async run({ db, actor, query }) {
      const { name: branchName } = await findCostedBranch(db, actor, query.branch);
      assertPeriodOrder(query);
      return { status: 200, body: await computeBranchFoodCost(db, { ...query, branchName }) };
    },
  }),
  readRoute({
    path: '/food-cost/branches',
    isLong: () => true,
    access: canViewCosts,
    summary: 'Food cost of all branches of the caller in a period.',
    query: branchFoodCostQueryParams,
    response: listOf(foodCostOfBranch),
    async run({ db, actor, query }) {
      if (!actorCanSeeCosts(actor)) throw forbidden(refusal('no-costs'));
      assertPeriodOrder(query);
      const branches = await selectFoodCostBranches(db, requireActor(actor), query).orderBy('name').execute();
      const body = [];
      for await (const { row: _, ...cost } of computeFoodCostByBranch(db, branches, query)) body.push(cost);
      return { status: 200, body };
    },
  }),
  readRoute({
    path: '/food-cost/documents',
    access: canViewCosts,
    summary: 'Documents of a part of the variance, largest first.',
    query: foodCostDocumentsQueryParams,
    response: listOf(foodCostDocument),
    async run({ db, actor, query }) {
      await findCostedBranch(db, actor, query.branch);
      assertPeriodOrder(query);
      return { status: 200, body: await listVarianceDocuments(db, query.branch, query) };
    },
  }),
  readRoute({
    path: '/food-cost/periods',
    access: canViewCosts,
    summary: 'Periods between full counts of a branch, newest first.',
    query: z.object({ branch: id }),
    response: listOf(countPeriod),
    async run({ db, actor, query }) {
      await findCostedBranch(db, actor, query.branch);
      return { status: 200, body: await listCountPeriods(db, query.branch) };
    },
  }),
  readRoute({
    path: '/food-cost/menu',
    isLong: isLongerThanMonth,
    access: canViewCosts,
    summary:
      'Menu engineering matrix of a branch: popularity and margin, by category or overall, with thresholds, excluded and new dishes; compared with the previous period or year.',
    query: menuQueryParams,
    response: menuEngineering,
    async run({ db, actor, query, prefersAltName }) {
      await findCostedBranch(db, actor, query.branch);
      assertPeriodOrder(query);
      return { status: 200, body: await computeMenuEngineering(db, query, prefersAltName) };
    },
  }),
];
