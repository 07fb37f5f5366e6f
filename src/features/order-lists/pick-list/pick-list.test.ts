import { expect, it } from 'vitest';
import type { OrderLine } from '#contract/orders.ts';
import { type OrderRow, readOrder } from '#src/collections/orders/read.ts';
import { pickList } from './pick-list.ts';

function orderOf(orderNo: string, branchName: string, ...lines: Partial<OrderLine>[]): OrderRow {
  const items = lines.map((line, at) => ({
    lineId: `${orderNo}-${at}`,
    itemId: 'rice',
    itemName: 'Rice',
    unit: 'bag',
    unitSymbol: 'bag',
    unitNum: 10,
    unitDen: 1,
    section: 'dry',
    orderQty: 1,
    ...line,
  }));
  return readOrder({ _id: orderNo, orderNo, status: 'Under Process', kitchen: 'k', branchName, items });
}

const dry = {
  _id: 'dry',
  name: 'Dry store',
  nameAlt: null,
  code: 'D',
  branchId: null,
  temperature: '',
  sortOrder: 2,
  isActive: true,
};
const chiller = { ...dry, _id: 'cold', name: 'Chiller', sortOrder: 1 };
const base = { sections: [dry, chiller], otherName: 'Other', baseUnitOf: () => 'kg', stock: [] };
const shelf = (onHand: number, reserved: number, placeId = 'k') => ({
  itemId: 'rice',
  placeId,
  onHand,
  reserved,
  avgCost: null,
});

it('sums what all branches want of an item, and splits it by branch', () => {
  const [group] = pickList({
    ...base,
    orders: [
      orderOf('O2', 'Riverside', { orderQty: 4, approvedQty: 3, reservedQty: 2 }),
      orderOf('O1', 'Harbour', { orderQty: 2, pickedQty: 2, reservedQty: 2 }),
    ],
    // 70 kg there, 40 kg of it held for these orders; what another place has does not count.
    stock: [shelf(70, 40), shelf(500, 0, 'elsewhere')],
  });
  expect(group?.rows).toMatchObject([{ unit: 'bag', needed: 5, picked: 2, available: 7 }]);
  expect(group?.rows[0]?.shares.map((share) => [share.branchName, share.needed, share.picked])).toEqual([
    ['Harbour', 2, 2],
    ['Riverside', 3, null],
  ]);
});

it('speaks in the base unit where branches order in different units', () => {
  const orders = [
    orderOf('O1', 'Harbour', { orderQty: 2 }),
    orderOf('O2', 'Riverside', { orderQty: 3, unit: 'kg', unitSymbol: 'kg', unitNum: 1 }),
  ];
  expect(pickList({ ...base, orders })[0]?.rows[0]).toMatchObject({ unit: 'kg', needed: 23 });
});

it('walks the sections in their order, and leaves out what nobody wants', () => {
  const orders = [
    orderOf(
      'O1',
      'Harbour',
      { itemId: 'x', itemName: 'Loose', section: null },
      { orderQty: 1 },
      { itemId: 'milk', itemName: 'Milk', section: 'cold' },
      { itemId: 'no', itemName: 'None', orderQty: 5, approvedQty: 0 },
    ),
  ];
  const groups = pickList({ ...base, orders, stock: null });
  expect(groups.map(({ name, rows }) => [name, rows.map((row) => row.itemName)])).toEqual([
    ['Chiller', ['Milk']],
    ['Dry store', ['Rice']],
    ['Other', ['Loose']],
  ]);
  expect(groups[0]?.rows[0]?.available).toBeNull();
});

it('a unit so small that the stock cannot be told in it takes the list from nobody', () => {
  const orders = [orderOf('O1', 'Harbour', { unitNum: 1, unitDen: 1_000_000 })];
  const [group] = pickList({ ...base, orders, stock: [shelf(100_000_000, 0)] });
  expect(group?.rows).toMatchObject([{ needed: 1, available: null }]);
});
