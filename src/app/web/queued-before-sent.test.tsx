import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { receiveStock } from '#app/server/testing/orders.ts';
import { ids } from '#app/server/testing/ids.ts';
import type { Action } from '#platform/web/outbox/action.ts';
import { outboxStore } from '#platform/web/outbox/entries.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { enqueueAction } from '#platform/web/outbox/outbox.ts';
import { resetQueueStore, getQueueStore } from '#platform/web/outbox/store.ts';
import { buildEntryDraft } from '#platform/web/outbox/use-outbox.ts';
import type * as QueueService from '#platform/web/outbox/queue-service.ts';
import { getCurrentUser, reloadSession } from '#platform/web/session/session.ts';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { enterCountAction } from '#modules/stock-counts/web/queries.ts';
import { createTransferAction } from '#modules/transfers/web/queries/transfers.ts';
import { recordWastageAction } from '#modules/wastage/web/queries.ts';
import { createOrderAction, moveOrderAction } from '#modules/orders/web/queries/actions.ts';
import { pickLinesAction } from '#modules/picking/web/queries.ts';

// The queue service was not loaded and can't be, because the network is down.
vi.mock(import('#platform/web/outbox/queue-service.ts'), () =>
  Promise.reject(new TypeError('Failed to fetch')),
);

const mock = useMockApi();
const { flour } = ids.items;
const localId = newLocalId('00000000-0000-4000-8000-000000000123');

type Calls = Awaited<ReturnType<typeof apiAs>>;
type Rows = Record<string, unknown>[];

/** Queued actions, and a function that counts how many of them the server has received. */
interface QueuedActions {
  drafts: ReturnType<typeof buildEntryDraft>[];
  countReceived(): Promise<number>;
}

function buildDraft<Input>(action: Action<Input, never> | Action<Input, unknown>, input: Input) {
  return buildEntryDraft(action as Action<Input, unknown>, input);
}
const fetchRows = async (call: Calls, path: string, key?: string): Promise<Rows> => {
  const response = await call('GET', path);
  return (key === undefined ? response : response[key]) as Rows;
};

const actionKinds: [
  title: string,
  user: 'branch' | 'kitchen',
  enter: (call: Calls) => Promise<QueuedActions>,
][] = [
  [
    'an order',
    'branch',
    async (call) => ({
      drafts: [
        buildDraft(createOrderAction, {
          localId,
          input: { deliveryDate: '2030-01-15', items: [{ itemId: flour, orderQty: 2 }] },
        }),
      ],
      countReceived: async () => (await fetchRows(call, '/orders', 'orders')).length,
    }),
  ],
  [
    'wastage',
    'branch',
    async (call) => ({
      drafts: [
        buildDraft(recordWastageAction, {
          localId,
          itemName: 'Flour',
          input: { branch: ids.branch1, item: flour, qty: 1, reason: 'spoiled' },
        }),
      ],
      countReceived: async () => (await fetchRows(call, '/wastage')).length,
    }),
  ],
  [
    'a receipt',
    'branch',
    async (call) => {
      const { id, orderNo } = await createOrderInStatus(mock.api, 'Shipped');
      const order = { _id: id, orderNo, version: 0 };
      return {
        drafts: [buildDraft(moveOrderAction, { order, to: 'Received' })],
        countReceived: async () => (await fetchRows(call, '/orders?status=Received', 'orders')).length,
      };
    },
  ],
  [
    'a transfer',
    'branch',
    async (call) => ({
      drafts: [
        buildDraft(createTransferAction, {
          localId,
          toName: 'Station',
          input: { kind: 'transfer', from: ids.branch1, to: ids.branch2, items: [{ itemId: flour, qty: 1 }] },
        }),
      ],
      countReceived: async () => (await fetchRows(call, '/transfers')).length,
    }),
  ],
  [
    'a count entry, twice',
    'branch',
    async (call) => {
      const created = await call('POST', '/stock-counts', { type: 'spot', itemIds: [flour] });
      const count = { _id: String(created['_id']), number: String(created['number']) };
      const open = await call('PATCH', `/stock-counts/${count._id}`, { status: 'Counting' });
      const lineId = String((open['items'] as Rows)[0]?.['lineId']);
      const buildEvent = (seq: number) => ({
        device: 'tablet',
        seq,
        mode: 'add',
        lineId,
        qty: seq,
        countedAt: new Date().toISOString(),
      });
      return {
        drafts: [1, 2].map((seq) => buildDraft(enterCountAction, { count, event: buildEvent(seq) as never })),
        countReceived: async () => {
          const lines = await fetchRows(call, `/stock-counts/${count._id}`, 'items');
          return Number(lines[0]?.['countedQty'] ?? 0) / 3;
        },
      };
    },
  ],
  [
    'a pick',
    'kitchen',
    async (call) => {
      const { id } = await createOrderInStatus(mock.api, 'Under Process');
      const order = await call('GET', `/orders/${id}`);
      const line = (order['items'] as Rows).find(({ itemId }) => itemId === flour);
      const picks = [{ lineId: String(line?.['lineId']), orderId: id, wasPicked: null, pickedQty: 2 }];
      return {
        drafts: [
          buildDraft(pickLinesAction, {
            kitchen: ids.kitchen,
            item: { itemId: flour, itemName: 'Flour' },
            picks,
          }),
        ],
        countReceived: async () => {
          const currentLines = await fetchRows(call, `/orders/${id}`, 'items');
          return Number(currentLines.find(({ itemId }) => itemId === flour)?.['pickedQty'] ?? 0) / 2;
        },
      };
    },
  ],
];

test.each(actionKinds)(
  'F13: stores %s before the queue service has loaded, and sends it once after a reload',
  async (_title, as, prepare) => {
    const fixture = { db: mock.api.db, clock: { now: () => new Date() } };
    for (const place of [ids.branch1, ids.kitchen]) await receiveStock(fixture, place, flour, 100, 1);
    const call = await apiAs(mock.api, as);
    await signInAsDemoUser(as);
    const { drafts, countReceived } = await prepare(call);
    // Each is entered twice, as with a double click.
    for (const draft of drafts) await Promise.all([enqueueAction(draft), enqueueAction(draft)]);
    await expect.poll(() => outboxStore.get().map(({ state }) => state)).toEqual(['queued']);
    expect(await countReceived()).toBe(0);

    // Same state as after a reload, with a network.
    outboxStore.set([]);
    resetQueueStore();
    reloadSession();
    const queueService = await vi.importActual<typeof QueueService>('#platform/web/outbox/queue-service.ts');
    onTestFinished(queueService.runQueueService(new QueryClient()));
    await expect.poll(() => outboxStore.get().map(({ state }) => state)).toEqual(['sent']);
    expect(await countReceived()).toBe(1);
    const { entries } = await getQueueStore().read(getCurrentUser()?._id ?? '');
    expect(entries.map(({ attempts, lastError }) => [attempts, lastError])).toEqual([[1, null]]);
  },
);
