import { describe, expect, it } from 'vitest';
import { type OrderRecord, readOrderRow } from '#modules/orders/web/queries/read.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { sortIntoBins } from './use-kitchen.ts';
import { lineErrors } from '../processing/line-errors.ts';
import { missingBranches } from '#modules/orders/web/branch-deliveries.ts';
import { availableForLine } from '../processing/pick-lines.ts';
import {
  unsavedChanges,
  pickingDraft,
  orderEdit,
  pickedAsApproved,
  clearedQuantities,
  withDraft,
} from '../processing/process-draft.ts';
import { shipSummary } from '../processing/ship-dialog.tsx';
import { findShortages } from './shortages.ts';

const buildLine = (lineId: string, fields: Record<string, unknown> = {}) => ({
  lineId,
  itemId: `item-${lineId}`,
  itemName: `Item ${lineId}`,
  unitSymbol: 'case',
  unitNum: 10,
  unitDen: 1,
  orderQty: 4,
  ...fields,
});

function orderOf(
  fields: Record<string, unknown>,
): OrderRecord & { items: NonNullable<OrderRecord['items']> } {
  const order = readOrderRow({ _id: 'o1', status: 'Under Process', kitchen: 'k', branch: 'b', ...fields });
  if (!order?.items) throw new Error('The order needs lines');
  return { ...order, items: order.items };
}

describe('picking draft', () => {
  const order = orderOf({
    items: [buildLine('a'), buildLine('b', { approvedQty: 3 }), buildLine('c', { pickedQty: 0 })],
  });

  it('is sent as an edit by line, and parses back to the same draft', () => {
    const draft = { driver: 'Ana', 'a pickedQty': 2, 'a reason': 'Out of stock', 'b shippedQty': null };
    const edit = orderEdit(draft);
    expect(edit).toEqual({
      driver: 'Ana',
      items: [
        { lineId: 'a', pickedQty: 2, reason: 'Out of stock' },
        { lineId: 'b', shippedQty: null },
      ],
    });
    expect(pickingDraft(edit)).toEqual(draft);
  });

  it('keeps a value that was changed while the previous one was being saved', () => {
    expect(unsavedChanges({ 'a pickedQty': 3, driver: 'Ana' }, { 'a pickedQty': 2, driver: 'Ana' })).toEqual({
      'a pickedQty': 3,
    });
  });

  it('picks only lines without a quantity as approved, and clears only lines with one', () => {
    expect(pickedAsApproved(order.items)).toEqual({ 'a pickedQty': 4, 'b pickedQty': 3 });
    expect(clearedQuantities(order.items)).toEqual({ 'c pickedQty': null });
  });

  it('is summarized before it is posted', () => {
    const typed = { 'a pickedQty': 4, 'b pickedQty': 1, 'b reason': 'Damaged' };
    const items = order.items.map((item) => ({ ...item }));
    const shown = withDraft({ ...order, items, statusHistory: [], allowedMoves: [], fillRate: null }, typed);
    const { complete, short, left: notShipped, more } = shipSummary(shown.items);
    expect(complete.map(({ lineId }) => lineId)).toEqual(['a']);
    expect(short).toMatchObject([{ lineId: 'b', shipped: 1, approved: 3, reason: 'Damaged' }]);
    expect(notShipped.map(({ lineId }) => lineId)).toEqual(['c']);
    expect(more).toEqual([]);
  });

  it('allows what is reserved for the line plus unreserved stock, in the unit of the line', () => {
    const [reservedStock] = orderOf({ items: [buildLine('a', { reservedQty: 2 })] }).items;
    const stock = new Map([
      ['item-a', { itemId: 'item-a', placeId: 'k', onHand: 55, reserved: 40, avgCost: null, value: null }],
    ]);
    expect(reservedStock && availableForLine(reservedStock, stock)).toBe(3.5);
    expect(reservedStock && availableForLine(reservedStock, null)).toBeNull();
    const inGrains = reservedStock && { ...reservedStock, reservedQty: 0, unitNum: 1, unitDen: 1_000_000 };
    const much = new Map([
      ['item-a', { itemId: 'item-a', placeId: 'k', onHand: 1e8, reserved: 0, avgCost: null, value: null }],
    ]);
    expect(inGrains && availableForLine(inGrains, much)).toBe(Number.POSITIVE_INFINITY);
  });

  it('shows a refusal at its line, however the server references it', () => {
    const refusal = (code: string, parts: object) =>
      new ApiError({ code, status: 422, message: 'No.', ...parts });
    const at = (position: number) => ['b', 'a'][position] ?? null;
    const byId = refusal('VALIDATION', { fields: { 'items.a.reason': 'Say why.' } });
    const byPosition = refusal('VALIDATION', { fields: { 'items.0.pickedQty': 'Too much.' } });
    const byItem = refusal('INSUFFICIENT_STOCK', { details: { itemId: 'item-c' } });
    expect(lineErrors(byId, order.items, at)).toEqual({ a: 'Say why.' });
    expect(lineErrors(byPosition, order.items, at)).toEqual({ b: 'Too much.' });
    expect(lineErrors(byItem, order.items, at)).toEqual({ c: 'No.' });
    expect(lineErrors(null, order.items, at)).toEqual({});
  });
});

describe('kitchen work', () => {
  it('puts each order in one bin; ready orders have a quantity on every line, and urgent ones come first', () => {
    const picking = orderOf({ _id: 'p', items: [buildLine('a', { pickedQty: 1 }), buildLine('b')] });
    const ready = orderOf({ _id: 'r', items: [buildLine('a', { pickedQty: 0 })] });
    const sent = (id: string, urgent: boolean) =>
      orderOf({ _id: id, status: 'Sent to Central Kitchen', urgent, items: [buildLine('a')] });
    const draft = orderOf({ _id: 'd', status: 'PickingDraft', items: [] });
    const bins = sortIntoBins([picking, ready, sent('s', false), sent('u', true), draft]);
    const ids = Object.fromEntries(
      Object.entries(bins).map(([bin, rows]) => [bin, rows.map((row) => row._id)]),
    );
    expect(ids).toEqual({ accept: ['u', 's'], pick: ['p'], ready: ['r'], road: [] });
  });

  it('reports a shortage if all orders together exceed the stock on hand, in base units', () => {
    const orders = [
      orderOf({ _id: '1', branchName: 'Harbour', items: [buildLine('a', { orderQty: 2 }), buildLine('b')] }),
      orderOf({ _id: '2', branchName: 'Mill', items: [buildLine('a', { orderQty: 9, approvedQty: 3 })] }),
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
    // C11: no shortage is reported for items in a blind count.
    const blind = stock.map((row) => ({ ...row, onHand: 0, isUntold: true as const }));
    expect(findShortages(orders, blind)).toEqual([]);
  });

  it("lists branches without an order for their next delivery; a cancelled order doesn't count", () => {
    const buildDelivery = (_id: string, cutoffAt: string) => ({
      _id,
      name: _id,
      deliveryDate: '2026-05-02',
      cutoffAt,
      timezone: 'UTC',
    });
    const deliveries = [
      buildDelivery('late', '2026-05-01T18:00'),
      buildDelivery('b', '2026-05-01T16:00'),
      buildDelivery('c', ''),
    ];
    const ordered = (branch: string, status: string) => ({ branch, status, deliveryDate: '2026-05-02' });
    const missing = missingBranches(deliveries, [ordered('c', 'Shipped'), ordered('b', 'Cancelled')]);
    expect(missing.map((branch) => branch._id)).toEqual(['b', 'late']);
  });
});
