import { describe, expect, it } from 'vitest';
import { type OrderRecord, readOrderRow } from '#modules/orders/web/queries/read.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { groupByStage } from './use-kitchen.ts';
import { mapErrorsToLines } from '../processing/line-errors.ts';
import { findMissingOrders } from '#modules/orders/web/branch-deliveries.ts';
import { computeAvailable } from '../processing/pick-lines.ts';
import {
  findUnsavedChanges,
  toPickingDraft,
  toOrderEdit,
  buildApprovedPicks,
  buildClearedQuantities,
  applyDraft,
} from '../processing/process-draft.ts';
import { summarizeShipment } from '../processing/ship-dialog.tsx';
import { findShortages } from './shortages.ts';

const createLine = (lineId: string, fields: Record<string, unknown> = {}) => ({
  lineId,
  itemId: `item-${lineId}`,
  itemName: `Item ${lineId}`,
  unitSymbol: 'case',
  unitNum: 10,
  unitDen: 1,
  orderQty: 4,
  ...fields,
});

function createOrder(
  fields: Record<string, unknown>,
): OrderRecord & { items: NonNullable<OrderRecord['items']> } {
  const order = readOrderRow({ _id: 'o1', status: 'Under Process', kitchen: 'k', branch: 'b', ...fields });
  if (!order?.items) throw new Error('The order needs lines');
  return { ...order, items: order.items };
}

describe('picking draft', () => {
  const order = createOrder({
    items: [createLine('a'), createLine('b', { approvedQty: 3 }), createLine('c', { pickedQty: 0 })],
  });

  it('converts to an edit by line and back to the same draft', () => {
    const draft = { driver: 'Ana', 'a pickedQty': 2, 'a reason': 'Out of stock', 'b shippedQty': null };
    const edit = toOrderEdit(draft);
    expect(edit).toEqual({
      driver: 'Ana',
      items: [
        { lineId: 'a', pickedQty: 2, reason: 'Out of stock' },
        { lineId: 'b', shippedQty: null },
      ],
    });
    expect(toPickingDraft(edit)).toEqual(draft);
  });

  it('treats a value as unsaved if it changed while the previous one was being saved', () => {
    expect(
      findUnsavedChanges({ 'a pickedQty': 3, driver: 'Ana' }, { 'a pickedQty': 2, driver: 'Ana' }),
    ).toEqual({
      'a pickedQty': 3,
    });
  });

  it('fills only lines without a quantity and clears only lines with one', () => {
    expect(buildApprovedPicks(order.items)).toEqual({ 'a pickedQty': 4, 'b pickedQty': 3 });
    expect(buildClearedQuantities(order.items)).toEqual({ 'c pickedQty': null });
  });

  it('summarizes complete, short and unpicked lines before shipping', () => {
    const draft = { 'a pickedQty': 4, 'b pickedQty': 1, 'b reason': 'Damaged' };
    const items = order.items.map((item) => ({ ...item }));
    const shown = applyDraft({ ...order, items, statusHistory: [], allowedMoves: [], fillRate: null }, draft);
    const { complete, short, unshipped, exceededLines } = summarizeShipment(shown.items);
    expect(complete.map(({ lineId }) => lineId)).toEqual(['a']);
    expect(short).toMatchObject([{ lineId: 'b', shipped: 1, approved: 3, reason: 'Damaged' }]);
    expect(unshipped.map(({ lineId }) => lineId)).toEqual(['c']);
    expect(exceededLines).toEqual([]);
  });

  it('makes reserved and unreserved stock available to a line, in its unit', () => {
    const [line] = createOrder({ items: [createLine('a', { reservedQty: 2 })] }).items;
    const stock = new Map([
      ['item-a', { itemId: 'item-a', placeId: 'k', onHand: 55, reserved: 40, avgCost: null, value: null }],
    ]);
    expect(line && computeAvailable(line, stock)).toBe(3.5);
    expect(line && computeAvailable(line, null)).toBeNull();
    const inGrains = line && { ...line, reservedQty: 0, unitNum: 1, unitDen: 1_000_000 };
    const largeStock = new Map([
      ['item-a', { itemId: 'item-a', placeId: 'k', onHand: 1e8, reserved: 0, avgCost: null, value: null }],
    ]);
    expect(inGrains && computeAvailable(inGrains, largeStock)).toBe(Number.POSITIVE_INFINITY);
  });

  it('shows an error at its line, whether the server refers to the id, the position or the item', () => {
    const refusal = (code: string, parts: object) =>
      new ApiError({ code, status: 422, message: 'Rejected.', ...parts });
    const getLineIdAt = (position: number) => ['b', 'a'][position] ?? null;
    const byId = refusal('VALIDATION', { fields: { 'items.a.reason': 'Enter a reason.' } });
    const byPosition = refusal('VALIDATION', { fields: { 'items.0.pickedQty': 'Too high.' } });
    const byItem = refusal('INSUFFICIENT_STOCK', { details: { itemId: 'item-c' } });
    expect(mapErrorsToLines(byId, order.items, getLineIdAt)).toEqual({ a: 'Enter a reason.' });
    expect(mapErrorsToLines(byPosition, order.items, getLineIdAt)).toEqual({ b: 'Too high.' });
    expect(mapErrorsToLines(byItem, order.items, getLineIdAt)).toEqual({ c: 'Rejected.' });
    expect(mapErrorsToLines(null, order.items, getLineIdAt)).toEqual({});
  });
});

describe('kitchen work', () => {
  it('groups orders by stage, urgent first, and as ready once every line has a quantity', () => {
    const picking = createOrder({ _id: 'p', items: [createLine('a', { pickedQty: 1 }), createLine('b')] });
    const ready = createOrder({ _id: 'r', items: [createLine('a', { pickedQty: 0 })] });
    const sent = (id: string, urgent: boolean) =>
      createOrder({ _id: id, status: 'Sent to Central Kitchen', urgent, items: [createLine('a')] });
    const draft = createOrder({ _id: 'd', status: 'PickingDraft', items: [] });
    const ordersByStage = groupByStage([picking, ready, sent('s', false), sent('u', true), draft]);
    const ids = Object.fromEntries(
      Object.entries(ordersByStage).map(([stage, rows]) => [stage, rows.map((row) => row._id)]),
    );
    expect(ids).toEqual({ accept: ['u', 's'], pick: ['p'], ready: ['r'], 'in-transit': [] });
  });

  it('reports a shortage if all orders together exceed the stock on hand, in base units', () => {
    const orders = [
      createOrder({
        _id: '1',
        branchName: 'Harbour',
        items: [createLine('a', { orderQty: 2 }), createLine('b')],
      }),
      createOrder({
        _id: '2',
        branchName: 'Mill',
        items: [createLine('a', { orderQty: 9, approvedQty: 3 })],
      }),
    ];
    const stock = [
      { itemId: 'item-a', placeId: 'k', onHand: 35, reserved: 35, avgCost: null, value: null },
      { itemId: 'item-b', placeId: 'k', onHand: 40, reserved: 0, avgCost: null, value: null },
    ];
    expect(findShortages(orders, stock)).toMatchObject([
      {
        itemId: 'item-a',
        ordered: 50,
        available: 35,
        missing: 15,
        branches: [
          { name: 'Mill', ordered: 30 },
          { name: 'Harbour', ordered: 20 },
        ],
      },
    ]);
    // C11: no shortage is reported for items that the user counts blind.
    const blind = stock.map((row) => ({ ...row, onHand: 0, isHidden: true as const }));
    expect(findShortages(orders, blind)).toEqual([]);
  });

  it('lists branches without an order for their next delivery, ignoring cancelled orders', () => {
    const createDelivery = (_id: string, cutoffAt: string) => ({
      _id,
      name: _id,
      deliveryDate: '2026-05-02',
      cutoffAt,
      timezone: 'UTC',
    });
    const deliveries = [
      createDelivery('late', '2026-05-01T18:00'),
      createDelivery('b', '2026-05-01T16:00'),
      createDelivery('c', ''),
    ];
    const createOrderRow = (branch: string, status: string) => ({
      branch,
      status,
      deliveryDate: '2026-05-02',
    });
    const missing = findMissingOrders(deliveries, [
      createOrderRow('c', 'Shipped'),
      createOrderRow('b', 'Cancelled'),
    ]);
    expect(missing.map((branch) => branch._id)).toEqual(['b', 'late']);
  });
});
