import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { readQuantity } from '#contract/read-shape.ts';
import type {
  ClaimsInput,
  LineClaims,
  PickClaim,
  PickedLines,
  PickInput,
  PickItem,
  PickLine,
  PickList,
} from '#contract/picking.ts';
import { readBoolean, type JsonRecord, readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { defineAction } from '#src/lib/outbox/action.ts';
import { readQuery } from '../read-query.ts';
import { invalidateOrders } from './cache.ts';
import { getLocationNames } from './names.ts';
import { pickingMessages } from './picking-messages.ts';

/** Filters of `GET /pick-list`, named as on the wire. Omitted: all. */
export interface PickFilters {
  kitchen?: string | undefined;
  date?: string | undefined;
  status?: string | undefined;
  branch?: string | undefined;
  category?: string | undefined;
  /** Ids of orders, separated by commas. */
  orders?: string | undefined;
  section?: string | undefined;
}

/** Queries what to pick for a set of orders. Refreshed while on screen, like a single order. */
export function pickListQuery(filters: PickFilters) {
  const picks = readQuery({
    collection: 'orders_data',
    key: ['picking', filters],
    lifetime: 'orderOne',
    path: 'pick-list',
    search: { ...filters },
    // Not read as a single document, because its kitchen has an id too.
    read: (reply) => readPickList(readRecord(reply.data)),
  });
  return {
    ...picks,
    async queryFn(context: QueryFunctionContext): Promise<PickList> {
      const [list, nameOf] = await Promise.all([picks.queryFn(context), getLocationNames(context.client)]);
      const named = (place: { _id: string; name: string }) => ({
        ...place,
        name: nameOf(place._id, place.name),
      });
      return {
        ...list,
        kitchen: list.kitchen && named(list.kitchen),
        kitchens: list.kitchens.map(named),
        orders: list.orders.map((order) => ({
          ...order,
          branchName: nameOf(order.branch, order.branchName),
        })),
      };
    },
    refetchOnMount: 'always' as const,
    meta: { isLive: true },
  };
}

const rowsIn = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(readRecord) : []);
const words = (value: unknown): string => readText(value) ?? '';

function readPickList(row: JsonRecord): PickList {
  const kitchen = readRecord(row['kitchen']);
  return {
    kitchen:
      readText(kitchen['_id']) === null ? null : { _id: words(kitchen['_id']), name: words(kitchen['name']) },
    kitchens: rowsIn(row['kitchens']).map(({ _id, name }) => ({ _id: words(_id), name: words(name) })),
    day: words(row['day']),
    isCapped: readBoolean(row['isCapped']),
    shown: readText(row['shown']),
    orders: rowsIn(row['orders']).map((order) => ({
      _id: words(order['_id']),
      orderNo: words(order['orderNo']),
      branch: words(order['branch']),
      branchName: words(order['branchName']),
      deliveryDate: words(order['deliveryDate']),
      version: readNumberValue(order['version']) ?? 0,
      until: words(order['until']),
    })),
    sections: rowsIn(row['sections']).map((section) => ({
      section: readText(section['section']),
      ...(readText(section['name']) === null
        ? { name: null, nameAlt: null }
        : shownNames(words(section['name']), readText(section['nameAlt']))),
      lines: readNumberValue(section['lines']) ?? 0,
      fetched: readNumberValue(section['fetched']) ?? 0,
    })),
    items: rowsIn(row['items']).map(readItem),
  };
}

function readItem(row: JsonRecord): PickItem {
  const { name, nameAlt } = shownNames(words(row['itemName']), readText(row['itemNameAlt']));
  return {
    itemId: words(row['itemId']),
    itemCode: words(row['itemCode']),
    itemName: name,
    itemNameAlt: nameAlt,
    section: readText(row['section']),
    baseUnit: words(row['baseUnit']),
    isCounted: readBoolean(row['isCounted']),
    available: readQuantity(row['available']),
    lots: rowsIn(row['lots']).map((lot) => ({
      lot: readText(lot['lot']),
      expiry: readText(lot['expiry']),
      free: readQuantity(lot['free']),
      state: lot['state'] === 'held' || lot['state'] === 'expired' ? lot['state'] : 'usable',
    })),
    lines: rowsIn(row['lines']).map(readLine),
  };
}

function readLine(row: JsonRecord): PickLine {
  return {
    lineId: words(row['lineId']),
    orderId: words(row['orderId']),
    unit: words(row['unit']),
    unitSymbol: words(row['unitSymbol']),
    unitNum: readNumberValue(row['unitNum']) ?? 1,
    unitDen: readNumberValue(row['unitDen']) ?? 1,
    isWhole: readBoolean(row['isWhole']),
    wantedQty: readQuantity(row['wantedQty']) ?? 0,
    pickedQty: readQuantity(row['pickedQty']),
    pieces: readNumberValue(row['pieces']),
    reason: readText(row['reason']),
    reasonCode: readText(row['reasonCode']),
    reasonNote: readText(row['reasonNote']),
    substituteFor: readText(row['substituteFor']),
    lots: rowsIn(row['lots']).map((lot) => {
      const expiry = readText(lot['expiry']);
      return { lot: words(lot['lot']), qty: readQuantity(lot['qty']) ?? 0, ...(expiry && { expiry }) };
    }),
    note: readText(row['note']),
    claim: readClaim(row['claim']),
  };
}

function readClaim(value: unknown): PickClaim | null {
  const row = readRecord(value);
  const at = readText(row['at']);
  return at === null
    ? null
    : { by: readText(row['by']), byName: words(row['byName']), at, pickedAt: readText(row['pickedAt']) };
}

interface PickCall {
  kitchen: string;
  item: { itemId: string; itemName: string };
  picks: readonly PickInput[];
  takeOver?: boolean;
}

/**
 * Records picked quantities of an item. Picks of one item are sent in order; different items are independent.
 */
export const pickLinesAction = defineAction<PickCall, PickedLines>({
  kind: 'picking.pick',
  document: ({ kitchen, item }) => `pick-list/${kitchen} ${item.itemId}`,
  request: ({ picks, takeOver }) => ({
    method: 'post',
    path: 'pick-list/picks',
    body: { picks, ...(takeOver === true && { takeOver: true }) },
  }),
  label: ({ item }) => messagesOf(pickingMessages).pick(item.itemName),
  // Different quantities are separate picks; the same twice is a double click.
  dedupeKey: ({ picks, takeOver }) => `picking.pick ${takeOver === true} ${JSON.stringify(picks)}`,
  editPath: () => '/central-kitchen/pick-list',
  failure: () => messagesOf(pickingMessages).failed.pick,
  read: (answer) => ({
    lines: rowsIn(readRecord(answer)['lines']).map((row) => ({
      ...readLine(row),
      itemId: words(row['itemId']),
    })),
  }),
  onSent(answer, queryClient) {
    applyLines(queryClient, new Map(answer.lines.map((line) => [line.lineId, line])));
    invalidatePicking(queryClient);
    invalidateOrders(queryClient);
  },
});

/** Claims lines, takes them over, or releases them. */
export const claimLinesAction = defineAction<{ kitchen: string; claims: ClaimsInput }, LineClaims>({
  kind: 'picking.claim',
  document: ({ kitchen }) => `pick-claims/${kitchen}`,
  request: ({ claims }) => ({ method: 'post', path: 'pick-list/claims', body: claims }),
  label: () => messagesOf(pickingMessages).take,
  dedupeKey: ({ claims }) => `picking.claim ${JSON.stringify(claims)}`,
  editPath: () => '/central-kitchen/pick-list',
  failure: () => messagesOf(pickingMessages).failed.take,
  read: (answer) => ({
    claims: rowsIn(readRecord(answer)['claims']).map((row) => ({
      lineId: words(row['lineId']),
      claim: readClaim(row['claim']),
    })),
    held: readNumberValue(readRecord(answer)['held']) ?? 0,
  }),
  onSent(answer, queryClient) {
    applyLines(queryClient, new Map(answer.claims.map(({ lineId, claim }) => [lineId, { claim }])));
    invalidatePicking(queryClient);
  },
});

/** Reads the queued picks of an outbox entry's body, by line. */
export function readQueuedPicks(body: unknown): PickInput[] {
  const picks = readRecord(body)['picks'];
  return Array.isArray(picks) ? (picks as PickInput[]) : [];
}

/** Refetches pick lists after a refusal, because they have changed. */
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
