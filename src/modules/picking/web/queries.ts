import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import type { ClaimsInput, PickInput } from '../input.ts';
import {
  lineClaims,
  type LineClaims,
  pickedLines,
  type PickedLines,
  type PickItem,
  type PickLine,
  pickList,
  type PickList,
} from '../shapes.ts';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { defineAction } from '#platform/web/outbox/action.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';
import { invalidateOrders } from '#modules/orders/web/queries/cache.ts';
import { getLocationNames } from '#modules/orders/web/queries/names.ts';
import { pickingMessages } from './action-messages.ts';

/** Filters of `GET /pick-list`, named as in the API. If omitted, all match. */
export interface PickFilters {
  kitchen?: string | undefined;
  date?: string | undefined;
  status?: string | undefined;
  branch?: string | undefined;
  category?: string | undefined;
  /** Order ids, separated by commas. */
  orders?: string | undefined;
  section?: string | undefined;
}

/** Queries the items to pick for a set of orders. Refreshed while on screen, like a single order. */
export function pickListQuery(filters: PickFilters) {
  const listQuery = readQuery({
    collection: 'orders_data',
    key: ['picking', filters],
    lifetime: 'orderOne',
    path: 'pick-list',
    search: { ...filters },
    // Not read as a single document, because the list's kitchen also has an id.
    read: (reply) => readObject(pickList, reply.data),
  });
  return {
    ...listQuery,
    async queryFn(context: QueryFunctionContext): Promise<PickList> {
      const [list, getName] = await Promise.all([
        listQuery.queryFn(context),
        getLocationNames(context.client),
      ]);
      const translateName = (place: { _id: string; name: string }) => ({
        ...place,
        name: getName(place._id, place.name),
      });
      return {
        ...list,
        kitchen: list.kitchen && translateName(list.kitchen),
        kitchens: list.kitchens.map(translateName),
        orders: list.orders.map((order) => ({
          ...order,
          branchName: getName(order.branch, order.branchName),
        })),
      };
    },
    refetchOnMount: 'always' as const,
    meta: { isLive: true },
  };
}

interface PickCall {
  kitchen: string;
  item: { itemId: string; itemName: string };
  picks: readonly PickInput[];
  takeOver?: boolean;
}

/**
 * Saves picked quantities for an item. Picks of one item are sent in order; different items are independent.
 */
export const pickLinesAction = defineAction<PickCall, PickedLines>({
  kind: 'picking.pick',
  document: ({ kitchen, item }) => `pick-list/${kitchen} ${item.itemId}`,
  request: ({ picks, takeOver }) => ({
    method: 'post',
    path: 'pick-list/picks',
    body: { picks, ...(takeOver === true && { takeOver: true }) },
  }),
  label: ({ item }) => getMessages(pickingMessages).pick(item.itemName),
  // Different quantities are separate picks; an identical one is a double click.
  dedupeKey: ({ picks, takeOver }) => `picking.pick ${takeOver === true} ${JSON.stringify(picks)}`,
  editPath: () => '/central-kitchen/pick-list',
  failure: () => getMessages(pickingMessages).failed.pick,
  read: (response) => readObject(pickedLines, response),
  onSent(response, queryClient) {
    applyLines(queryClient, new Map(response.lines.map((line) => [line.lineId, line])));
    invalidatePicking(queryClient);
    invalidateOrders(queryClient);
  },
});

/** Claims lines, takes them over, or releases them. */
export const claimLinesAction = defineAction<{ kitchen: string; claims: ClaimsInput }, LineClaims>({
  kind: 'picking.claim',
  document: ({ kitchen }) => `pick-claims/${kitchen}`,
  request: ({ claims }) => ({ method: 'post', path: 'pick-list/claims', body: claims }),
  label: () => getMessages(pickingMessages).take,
  dedupeKey: ({ claims }) => `picking.claim ${JSON.stringify(claims)}`,
  editPath: () => '/central-kitchen/pick-list',
  failure: () => getMessages(pickingMessages).failed.take,
  read: (response) => readObject(lineClaims, response),
  onSent(response, queryClient) {
    applyLines(queryClient, new Map(response.claims.map(({ lineId, claim }) => [lineId, { claim }])));
    invalidatePicking(queryClient);
  },
});

/** Reads the queued picks of an outbox entry's body, by line. */
export function readQueuedPicks(body: unknown): PickInput[] {
  const picks = readRecord(body)['picks'];
  return Array.isArray(picks) ? (picks as PickInput[]) : [];
}

/** Invalidates cached pick lists, so that visible ones are refetched. */
export function invalidatePicking(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['orders_data', 'picking'] });
}

function applyLines(queryClient: QueryClient, changed: ReadonlyMap<string, Partial<PickLine>>): void {
  queryClient.setQueriesData<PickList>({ queryKey: ['orders_data', 'picking'] }, (list) =>
    list ? withChangedPickLines(list, changed) : list,
  );
}

/** Returns the list with these lines updated. */
export function withChangedPickLines(
  list: PickList,
  changed: ReadonlyMap<string, Partial<PickLine>>,
): PickList {
  const isChanged = ({ lines }: PickItem) => lines.some(({ lineId }) => changed.has(lineId));
  return {
    ...list,
    items: list.items.map((item) =>
      isChanged(item)
        ? { ...item, lines: item.lines.map((line) => ({ ...line, ...changed.get(line.lineId) })) }
        : item,
    ),
  };
}
