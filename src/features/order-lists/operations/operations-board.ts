import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { Discrepancy } from '#contract/discrepancies.ts';
import type { OrderOnBoard } from '#contract/figures.ts';
import {
  type Actor,
  canOpenPage,
  isKitchenStaff,
  isOwnLocation,
  ownLocations,
  worksInKitchens,
} from '#domain/permissions.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { getDiscrepancyAge, type DiscrepancyAge } from '#domain/stock/discrepancy-ages.ts';
import { discrepanciesQuery } from '#src/collections/documents/discrepancies.ts';
import { orderDayQuery } from '#src/collections/orders/day.ts';
import { otherOrdersQuery } from '#src/collections/orders/queries.ts';
import { type Branch, branchesQuery } from '#src/collections/places/branches.ts';
import { useUser } from '#src/lib/session/session.ts';
import { dayBoard } from './day-board.ts';

const dayMs = 86_400_000;

/** Shipped more than a day ago. */
export function isLongInTransit({ shippedAt }: Pick<OrderOnBoard, 'shippedAt'>, nowMs: number): boolean {
  return shippedAt !== null && nowMs - Date.parse(shippedAt) > dayMs;
}

/** Open discrepancies by how long they have been open, with what they are worth. */
export function byAge(
  open: readonly Pick<Discrepancy, 'createdAt' | 'value'>[],
  nowMs: number,
): Record<DiscrepancyAge, { count: number; value: number }> {
  const found = {
    under1: { count: 0, value: 0 },
    under3: { count: 0, value: 0 },
    under7: { count: 0, value: 0 },
    older: { count: 0, value: 0 },
  };
  for (const { createdAt, value } of open) {
    const age = found[getDiscrepancyAge(createdAt, nowMs)];
    age.count += 1;
    age.value += value;
  }
  return found;
}

/** What the board of a day shows, of one kitchen or of all in sight; renewed with every order that changes. */
export function useOperations(day: string, kitchen: string | undefined) {
  const user = useUser();
  const ofKitchens = isKitchenStaff(user);
  const branches = useQuery(branchesQuery());
  const isMeant = (id: string | null) =>
    (kitchen === undefined || id === kitchen) && (!ofKitchens || (id !== null && isOwnLocation(user, id)));
  // Whose orders are not seen is not said to have ordered nothing.
  const seen = (branches.data ?? []).filter(({ _id }) => ofKitchens || isOwnLocation(user, _id));
  const board = useQuery(orderDayQuery(day, kitchen));
  const of = { ...(kitchen && { kitchen }) };
  const others = useQuery(otherOrdersQuery());
  const discrepancies = useQuery({
    ...discrepanciesQuery({ status: 'Open', sort: 'createdAt', ...of }),
    refetchOnMount: 'always',
    refetchInterval: 120_000,
  });
  const orders = board.data?.orders ?? [];
  const inStatus = (status: string) =>
    board.data ? orders.filter((order) => order.status === status) : null;
  const sources = { branches: seen, orders, discrepancies: discrepancies.data?.rows ?? [], isMeant };
  return {
    branches,
    board,
    accept: inStatus('Sent to Central Kitchen'),
    picking: inStatus('Under Process'),
    road: inStatus('Shipped'),
    others,
    discrepancies,
    kitchen,
    kitchens: kitchensOf(branches.data ?? [], worksInKitchens(user) ? ownLocations(user) : null),
    lines: dayBoard({ ...sources, day }),
    next: dayBoard({ ...sources, day: addDays(day, 1) }),
  };
}

/** The kitchens that supply anybody, of those in sight, by name. */
function kitchensOf(branches: readonly Branch[], own: readonly string[] | null) {
  const supplying = new Set(branches.map(({ supplyingKitchenId }) => supplyingKitchenId));
  return branches
    .filter(({ _id }) => supplying.has(_id) && (own === null || own.includes(_id)))
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

/** A link to the list of orders that this person may open, as filtered; null where they have none. */
export function orderListFor(actor: Actor, search: ListFilters): LinkProps | null {
  const isKitchen = isKitchenStaff(actor);
  const to = (isKitchen ? lists.slice(1, 2) : lists).find((path) => canOpenPage(actor, path));
  return to === undefined ? null : { to, search };
}
