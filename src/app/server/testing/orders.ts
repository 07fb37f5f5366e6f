import type { CreateOrderInput } from '#modules/orders/input.ts';
import type { OrderStatus } from '#modules/orders/status.ts';
import type { Actor } from '#core/permissions.ts';
import type { Db } from '#platform/server/db/types.ts';
import { type ReplayStep, replayOrder } from '#modules/orders/server/replay.ts';
import type { LoadedOrder } from '#modules/orders/server/rows.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import type { TestApp } from './create-test-app.ts';
import { ids } from './ids.ts';

const allPermissions = { canCreate: true, canEdit: true, canDelete: true, canView: true };

/** The administrator of the minimal business, for services that tests call directly. */
export const testAdmin: Actor = {
  _id: ids.users.admin,
  name: 'Test admin',
  email: 'admin@demo.test',
  role: 'admin',
  isMasterAdmin: false,
  permissions: allPermissions,
  allowedPages: ['*'],
  branches: [],
  kitchens: [],
};

const stepsToKitchen = ['Under Review', 'Sent to Central Kitchen'] as const;

/** Steps that lead to each status: the kitchen rejects the order, and a draft is cancelled. */
const stepsByStatus: Record<OrderStatus, readonly OrderStatus[]> = {
  Draft: [],
  'Under Review': ['Under Review'],
  'Sent to Central Kitchen': stepsToKitchen,
  'Under Process': [...stepsToKitchen, 'Under Process'],
  Shipped: [...stepsToKitchen, 'Under Process', 'Shipped'],
  Received: [...stepsToKitchen, 'Under Process', 'Shipped', 'Received'],
  Rejected: [...stepsToKitchen, 'Rejected'],
  Cancelled: ['Cancelled'],
};

/** Creates an order for branch 1 (two lines by default) and moves it to a status by legal transitions. */
export function createOrderInStatus(
  t: TestApp,
  status: OrderStatus,
  input: Partial<CreateOrderInput> = {},
): Promise<LoadedOrder> {
  const at = t.clock.now();
  const items = [
    { itemId: ids.items.flour, orderQty: 2 },
    { itemId: ids.items.tomato, orderQty: 1.5 },
  ];
  const steps = stepsByStatus[status].map((to): ReplayStep => {
    const step: ReplayStep = { by: testAdmin, at, to };
    return to === 'Rejected' ? { ...step, edit: () => ({ transitionReason: 'not today' }) } : step;
  });
  const header = {
    by: testAdmin,
    at,
    input: { deliveryDate: '2026-03-06', branch: ids.branch1, items, ...input },
  };
  return t.db.write((tx) => replayOrder(tx, header, steps));
}

/** Returns the quantities on hand and reserved at a location, in base units, from the balances. */
export async function getStock(
  t: TestApp,
  placeId: string,
  itemId: string,
): Promise<{ onHand: number; reserved: number }> {
  const row = await t.db.read
    .selectFrom('balances')
    .select(['onHandMicro', 'reservedMicro'])
    .where('placeId', '=', placeId)
    .where('itemId', '=', itemId)
    .executeTakeFirst();
  return { onHand: (row?.onHandMicro ?? 0) / 1e6, reserved: (row?.reservedMicro ?? 0) / 1e6 };
}

let receipts = 0;

/** Posts a delivery: `qty` base units at `unitCost` each, with a lot if given. */
export async function receiveStock(
  t: { db: Pick<Db, 'write'>; clock: { now(): Date } },
  placeId: string,
  itemId: string,
  qty: number,
  unitCost = 1,
  { lot = '', expiry = null }: { lot?: string; expiry?: string | null } = {},
): Promise<void> {
  const docId = `receipt-${++receipts}`;
  const posting = {
    itemId,
    fromPlace: 'supplier',
    toPlace: placeId,
    qtyMicro: qty * 1e6,
    unitCostE4: Math.round(unitCost * 1e4),
    kind: 'receipt' as const,
    docType: 'goods_receipt' as const,
    docId,
    docLineId: docId,
    lot,
    expiry,
  };
  const context = { userId: testAdmin._id, now: t.clock.now().toISOString() };
  await t.db.write((tx) => postStockChange(tx, { postings: [posting] }, context));
}
