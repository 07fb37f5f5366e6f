import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { Discrepancy } from '#modules/discrepancies/shapes.ts';
import type { OrderOnBoard } from '#modules/reports/figures-shapes.ts';
import {
  type Actor,
  canOpenPage,
  isKitchenStaff,
  isOwnLocation,
  getOwnLocations,
  hasKitchenAccess,
} from '#core/permissions.ts';
import { getDiscrepancyAge, type DiscrepancyAge } from '#modules/discrepancies/discrepancy-ages.ts';
import { discrepanciesQuery } from '#modules/discrepancies/web/queries.ts';
import { orderDayQuery } from '../../queries/day.ts';
import { otherOrdersQuery } from '../../queries/queries.ts';
import { type Branch, branchesQuery } from '#platform/web/queries/branches.ts';
import { useUser } from '#platform/web/session/session.ts';
import { addDays, dayMs } from '#core/day.ts';
import { buildDayBoard } from './day-board.ts';

/** Returns whether the order was shipped more than a day ago. */
export function isLongInTransit({ shippedAt }: Pick<OrderOnBoard, 'shippedAt'>, nowMs: number): boolean {
  return shippedAt !== null && nowMs - Date.parse(shippedAt) > dayMs;
}

/** Groups open discrepancies by age, with count and value. */
export function groupByAge(
  discrepancies: readonly Pick<Discrepancy, 'createdAt' | 'value'>[],
  nowMs: number,
): Record<DiscrepancyAge, { count: number; value: number }> {
  const groups = {
    under1: { count: 0, value: 0 },
    under3: { count: 0, value: 0 },
    under7: { count: 0, value: 0 },
    older: { count: 0, value: 0 },
  };
  for (const { createdAt, value } of discrepancies) {
    const age = groups[getDiscrepancyAge(createdAt, nowMs)];
    age.count += 1;
    age.value += value;
  }
  return groups;
}

/** Loads the board of a day for one kitchen or all visible ones, refreshed with every order change. */
export function useOperations(day: string, kitchen: string | undefined) {
  const user = useUser();
  const worksInKitchen = isKitchenStaff(user);
  const branches = useQuery(branchesQuery());
  const isSelectedKitchen = (id: string | null) =>
    (kitchen === undefined || id === kitchen) &&
    (!worksInKitchen || (id !== null && isOwnLocation(user, id)));
  // Branches with hidden orders are excluded; they would appear not to have ordered.
  const visible = (branches.data ?? []).filter(({ _id }) => worksInKitchen || isOwnLocation(user, _id));
  const board = useQuery(orderDayQuery(day, kitchen));
  const filter = { ...(kitchen && { kitchen }) };
  const others = useQuery(otherOrdersQuery());
  const discrepancies = useQuery({
    ...discrepanciesQuery({ status: 'Open', sort: 'createdAt', ...filter }),
    refetchOnMount: 'always',
    refetchInterval: 120_000,
  });
  const orders = board.data?.orders ?? [];
  const filterByStatus = (status: string) =>
    board.data ? orders.filter((order) => order.status === status) : null;
  const sources = {
    branches: visible,
    orders,
    discrepancies: discrepancies.data?.rows ?? [],
    isSelectedKitchen,
  };
  return {
    branches,
    board,
    awaitingAcceptance: filterByStatus('Sent to Central Kitchen'),
    picking: filterByStatus('Under Process'),
    inTransit: filterByStatus('Shipped'),
    others,
    discrepancies,
    kitchen,
    kitchens: listKitchens(branches.data ?? [], hasKitchenAccess(user) ? getOwnLocations(user) : null),
    lines: buildDayBoard({ ...sources, day }),
    nextDayLines: buildDayBoard({ ...sources, day: addDays(day, 1) }),
  };
}

/** Returns the visible kitchens that supply a branch, by name. */
function listKitchens(branches: readonly Branch[], ownIds: readonly string[] | null) {
  const supplying = new Set(branches.map(({ supplyingKitchenId }) => supplyingKitchenId));
  return branches
    .filter(({ _id }) => supplying.has(_id) && (ownIds === null || ownIds.includes(_id)))
    .map(({ _id, name }) => ({ id: _id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

export type Operations = ReturnType<typeof useOperations>;

interface ListFilters {
  status?: string;
  branch?: string;
  from?: string;
  to?: string;
  order?: string;
  kitchen?: string | undefined;
}

const lists = [
  '/branch-orders',
  '/central-kitchen/branch-orders-history',
  '/branch-order/order-history',
] as const;

/** Returns a filtered link to an order list that the user may open; null if there is none. */
export function getOrderListLink(actor: Actor, search: ListFilters): LinkProps | null {
  const isKitchen = isKitchenStaff(actor);
  const to = (isKitchen ? lists.slice(1, 2) : lists).find((path) => canOpenPage(actor, path));
  return to === undefined ? null : { to, search: { ...search } };
}
