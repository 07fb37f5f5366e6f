import { describe, expect, test } from 'vitest';
import type { OrderLifecycleLine } from '#modules/orders/lines.ts';
import { toMicro } from '#core/quantity.ts';
import { buildTestOrderLine } from '#modules/orders/testing/orders.ts';
import {
  findDiscrepancies,
  type DiscrepancyAction,
  type DiscrepancyType,
  discrepancyEffects,
} from '#modules/discrepancies/discrepancy-rules.ts';
import { holdLocation, isVirtualLocation, transitLocation } from './ledger-locations.ts';
import {
  type Posting,
  buildDiscrepancyResolution,
  buildReceivePostings,
  buildShipPostings,
  buildWastagePostings,
  buildReversal,
} from './postings.ts';

const m = toMicro;
const buildOrder = (lines: OrderLifecycleLine[]) => ({ _id: 'o1', branch: 'b1', kitchen: 'k1', lines });
const summarize = (postings: Posting[]) =>
  postings.map(({ kind, fromPlace, toPlace, qtyMicro, lot }) =>
    `${kind} ${fromPlace}>${toPlace} ${qtyMicro / 1e6} ${lot}`.trim(),
  );

const buildMoves = (postings: Posting[]) =>
  postings.map((posting, index) => ({ ...posting, seq: index + 1, valueE4: 70 + index }));

test('location ids are derived from the branch, and virtual locations are recognized', () => {
  expect([transitLocation('b1'), holdLocation('b1')]).toEqual(['b1:transit', 'b1:hold']);
  expect(['supplier', 'wastage', 'production', 'adjustment', 'consumption'].every(isVirtualLocation)).toBe(
    true,
  );
  expect(['b1', 'b1:hold', 'b1:transit'].some(isVirtualLocation)).toBe(false);
});

test('shipping moves the shipped quantity, in base units, from the kitchen to transit', () => {
  const lines = [
    buildTestOrderLine({ unitNum: 9, unitDen: 2, shippedQtyMicro: m(4), reason: 'none left' }),
    buildTestOrderLine({ lineId: 'l2', itemId: 'i2', shippedQtyMicro: 0 }),
  ];
  expect(buildShipPostings(buildOrder(lines))).toEqual([
    {
      itemId: 'i1',
      fromPlace: 'k1',
      toPlace: 'b1:transit',
      qtyMicro: m(18),
      kind: 'ship',
      docType: 'order',
      docId: 'o1',
      docLineId: 'l1',
      lot: '',
    },
  ]);
});

test.each([
  ['none if no pieces were entered', [], 10, null, [undefined]],
  ['all of them with the line', [], 10, 4, [4]],
  ['distributed over its lots by weight, without a remainder', [m(5), m(3)], 10, 7, [4, 2, 1]],
  ['0 pieces count as an entry', [m(5)], 10, 0, [0, 0]],
  ['none for a line that ships nothing', [], 0, 3, []],
])('shipping posts the picked piece count: %s', (_case, lots, shipped, pieces, expected) => {
  const line = buildTestOrderLine({
    shippedQtyMicro: m(shipped),
    pieces,
    lots: lots.map((qtyMicro, index) => ({ lot: `L${index}`, qtyMicro })),
  });
  expect(buildShipPostings(buildOrder([line])).map((posting) => posting.pieces)).toEqual(expected);
});

test('lots are posted with the goods, each once, and receiving uses them in order', () => {
  const lots = [
    { lot: 'A', qtyMicro: m(3) },
    { lot: 'B', qtyMicro: m(2) },
    { lot: 'A', qtyMicro: m(1) },
  ];
  const order = buildOrder([buildTestOrderLine({ lots, receivedQtyMicro: m(5), damagedQtyMicro: m(2) })]);
  expect(summarize(buildShipPostings(order))).toEqual([
    'ship k1>b1:transit 4 A',
    'ship k1>b1:transit 2 B',
    'ship k1>b1:transit 4',
  ]);
  expect(summarize(buildReceivePostings(order))).toEqual([
    'receive b1:transit>b1 4 A',
    'receive b1:transit>b1 1 B',
    'receive_damaged b1:transit>b1:hold 1 B',
    'receive_damaged b1:transit>b1:hold 1',
  ]);
});

test.each<[string, OrderLifecycleLine['lots'], Partial<OrderLifecycleLine>, string[]]>([
  [
    'goods received as another lot leave transit as the missing lot',
    [
      { lot: 'A', qtyMicro: m(6), receivedMicro: m(2), damagedMicro: 0 },
      { lot: 'B', qtyMicro: m(4) },
      { lot: 'C', qtyMicro: 0, isOther: true, receivedMicro: m(4), expiry: '2026-03-09' },
    ],
    {},
    ['receive 2 A', 'receive 4 B', 'receive 4 A as C until 2026-03-09'],
  ],
  [
    'another lot above the missing quantity is taken from lots without entries',
    [
      { lot: 'A', qtyMicro: m(6), receivedMicro: m(5), damagedMicro: 0 },
      { lot: 'B', qtyMicro: m(4) },
      { lot: 'C', qtyMicro: 0, isOther: true, receivedMicro: m(3), damagedMicro: m(1) },
    ],
    { receivedQtyMicro: m(9), damagedQtyMicro: m(1) },
    ['receive 5 A', 'receive 1 B', 'receive 3 B as C', 'receive_damaged 1 A as C'],
  ],
  [
    'another lot can also replace goods shipped without a lot',
    [{ lot: 'C', qtyMicro: 0, isOther: true, receivedMicro: m(9) }],
    { receivedQtyMicro: m(9) },
    ['receive 9  as C'],
  ],
])('%s', (_, lots, quantities, expected) => {
  const order = buildOrder([buildTestOrderLine({ lots, ...quantities })]);
  const summaries = buildReceivePostings(order).map(
    ({ kind, qtyMicro, lot, toLot, expiry }) =>
      `${kind} ${qtyMicro / 1e6} ${lot}${toLot === undefined ? '' : ` as ${toLot}`}${expiry ? ` until ${expiry}` : ''}`,
  );
  expect(summaries).toEqual(expected);
});

test("unit conversion leaves no residue in transit for a lot that didn't arrive", () => {
  const lots = [
    { lot: 'A', qtyMicro: m(1), receivedMicro: 0, damagedMicro: 0 },
    ...['X', 'Y', 'Z'].map((lot) => ({
      lot,
      qtyMicro: 0,
      isOther: true,
      receivedMicro: 333_333,
      damagedMicro: 0,
    })),
    { lot: 'W', qtyMicro: 0, isOther: true, receivedMicro: 1, damagedMicro: 0 },
  ];
  const order = buildOrder([buildTestOrderLine({ lots, orderQtyMicro: m(1), unitNum: 10, unitDen: 3 })]);
  const postings = buildReceivePostings(order);
  expect(postings.every(({ toLot }) => toLot !== undefined)).toBe(true);
  expect(postings.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0)).toBe(3_333_333);
});

test('lot quantities never exceed the shipped quantity', () => {
  const lots = ['A', 'B', 'C'].map((lot) => ({ lot, qtyMicro: m(6) }));
  expect(summarize(buildShipPostings(buildOrder([buildTestOrderLine({ lots })])))).toEqual([
    'ship k1>b1:transit 6 A',
    'ship k1>b1:transit 4 B',
  ]);
});

test("an over-delivery isn't posted on receipt", () => {
  const order = buildOrder([buildTestOrderLine({ overQtyMicro: m(2), receivedQtyMicro: m(12) })]);
  expect(summarize(buildReceivePostings(order))).toEqual(['receive b1:transit>b1 10']);
});

test("a reversal reverses the movement's quantity and value", () => {
  const [move] = buildMoves(buildShipPostings(buildOrder([buildTestOrderLine()])));
  expect(move && buildReversal(move)).toEqual({
    itemId: 'i1',
    fromPlace: 'b1:transit',
    toPlace: 'k1',
    qtyMicro: m(10),
    kind: 'ship_reversal',
    docType: 'order',
    docId: 'o1',
    docLineId: 'l1',
    lot: '',
    reversesSeq: 1,
    valueE4: 70,
  });
});

test('wastage is posted from its location in base units; less than the smallest unit posts nothing', () => {
  const wastage = {
    _id: 'w1',
    branch: 'b1',
    item: 'i1',
    unitNum: 1,
    unitDen: 1000,
    lot: 'A',
    reason: 'spoiled',
  };
  const [posting] = buildWastagePostings({ ...wastage, qtyMicro: m(250) });
  expect(posting).toMatchObject({
    itemId: 'i1',
    fromPlace: 'b1',
    toPlace: 'wastage',
    qtyMicro: m(0.25),
    reason: 'spoiled',
  });
  expect(buildWastagePostings({ ...wastage, qtyMicro: 1 })).toEqual([]);
});

describe('discrepancies', () => {
  test.each<[string, Partial<OrderLifecycleLine>, string[]]>([
    ['no discrepancy', {}, []],
    ['two short', { receivedQtyMicro: m(8) }, ['short 2']],
    ['two of a different item', { receivedQtyMicro: m(8), reason: 'wrong_item' }, ['wrong_item 2']],
    ['one damaged', { damagedQtyMicro: m(1) }, ['damaged 1']],
    ['three over', { overQtyMicro: m(3) }, ['over 3']],
    ['short and damaged', { receivedQtyMicro: m(7), damagedQtyMicro: m(1) }, ['short 2', 'damaged 1']],
    [
      'damaged beyond the shipment',
      { receivedQtyMicro: 0, damagedQtyMicro: m(12), overQtyMicro: m(2) },
      ['damaged 10', 'over 2'],
    ],
  ])('%s', (_what, line, expected) => {
    expect(
      findDiscrepancies(buildTestOrderLine(line)).map(({ type, qtyMicro }) => `${type} ${qtyMicro / 1e6}`),
    ).toEqual(expected);
  });

  const short = { receivedQtyMicro: m(8) };
  const damaged = { damagedQtyMicro: m(3) };
  const over = { overQtyMicro: m(3), receivedQtyMicro: m(1), damagedQtyMicro: m(12) };
  type Row = [
    DiscrepancyType,
    DiscrepancyAction,
    Partial<OrderLifecycleLine>,
    postings: string[] | null,
    followUpQty: number | null,
  ];
  test.each<Row>([
    ['short', 'found_at_kitchen', short, ['found_at_kitchen b1:transit>k1 4'], null],
    ['short', 'resend', short, ['resend b1:transit>k1 4'], 2],
    ['short', 'written_off', short, ['written_off b1:transit>wastage 4'], null],
    ['short', 'found_at_branch', short, ['found_at_branch b1:transit>b1 4'], null],
    ['short', 'returned', short, null, null],
    ['short', 'confirmed', short, null, null],
    ['wrong_item', 'found_at_kitchen', short, ['found_at_kitchen b1:transit>k1 4'], null],
    ['wrong_item', 'resend', short, ['resend b1:transit>k1 4'], 2],
    ['wrong_item', 'returned', short, null, null],
    ['damaged', 'written_off', damaged, ['written_off b1:hold>wastage 6'], null],
    ['damaged', 'returned', damaged, ['returned b1:hold>k1 6'], null],
    ['damaged', 'resend', damaged, ['resend b1:hold>wastage 6'], 3],
    ['damaged', 'found_at_branch', damaged, null, null],
    ['damaged', 'confirmed', damaged, null, null],
    ['over', 'confirmed', over, ['confirmed k1>b1 2', 'confirmed_damaged k1>b1:hold 4'], null],
    ['over', 'confirmed', { overQtyMicro: m(3) }, ['confirmed k1>b1 6'], null],
    ['over', 'returned', over, [], null],
    ['over', 'resend', over, null, null],
    ['over', 'written_off', over, null, null],
  ])('%s, %s', (type, action, lineChanges, postings, followUpQty) => {
    const line = buildTestOrderLine({ ...lineChanges, unitNum: 2 });
    const qtyMicro =
      findDiscrepancies(line).find((discrepancy) => discrepancy.type === type)?.qtyMicro ?? m(2);
    const resolution = buildDiscrepancyResolution(
      { _id: 'd1', type, qtyMicro, branch: 'b1', kitchen: 'k1', line },
      action,
    );
    expect(resolution && summarize(resolution.postings)).toEqual(postings);
    expect(resolution?.followUpMicro ?? null).toBe(followUpQty === null ? null : m(followUpQty));
  });

  test('only the actions that write off damaged goods require the party charged', () => {
    const charged = Object.entries(discrepancyEffects).flatMap(([type, actions]) =>
      Object.entries(actions).flatMap(([action, { charged }]) => (charged ? [`${type} ${action}`] : [])),
    );
    expect(charged).toEqual(['damaged written_off', 'damaged resend']);
  });
});
