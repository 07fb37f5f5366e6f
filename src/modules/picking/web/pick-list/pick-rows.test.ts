import { describe, expect, it } from 'vitest';
import type { PickItem, PickLine, PickList } from '../../shapes.ts';
import {
  buildPickGroups,
  buildLinePick,
  buildPicks,
  type PickListRow,
  distributePick,
  buildUndoPicks,
  convertWeight,
} from './pick-rows.ts';

const me = 'me';

function createLine(orderId: string, wantedQty: number, values: Partial<PickLine> = {}): PickLine {
  return {
    lineId: `${orderId}-rice`,
    orderId,
    unit: 'bag',
    unitSymbol: 'bag',
    unitNum: 10,
    unitDen: 1,
    isWhole: true,
    wantedQty,
    pickedQty: null,
    pieces: null,
    reason: null,
    reasonCode: null,
    reasonNote: null,
    substituteFor: null,
    lots: [],
    note: null,
    claim: null,
    ...values,
  };
}

function createItem(lines: PickLine[], values: Partial<PickItem> = {}): PickItem {
  return {
    itemId: 'rice',
    itemCode: 'IT-1',
    itemName: 'Rice',
    itemNameAlt: null,
    section: 'dry',
    baseUnit: 'kg',
    isCounted: false,
    available: 70,
    lots: [],
    lines,
    ...values,
  };
}

function createList(...items: PickItem[]): PickList {
  const createOrder = (_id: string, branchName: string, validThrough = '2026-03-06') => ({
    _id,
    orderNo: _id,
    branch: branchName,
    branchName,
    deliveryDate: '2026-03-06',
    occasion: null,
    version: 1,
    validThrough,
  });
  return {
    kitchen: { _id: 'k', name: 'Kitchen' },
    kitchens: [],
    day: '2026-03-04',
    orders: [createOrder('O1', 'Harbour'), createOrder('O2', 'Riverside', '2026-03-16')],
    isCapped: false,
    sections: [{ section: 'dry', name: 'Dry store', nameAlt: null, lines: 2, pickedLines: 0 }],
    returnedSection: null,
    items,
  };
}

const createRow = (item: PickItem, pending = new Map()): PickListRow =>
  buildPickGroups(createList(item), me, pending)[0]?.rows[0] as PickListRow;

describe('pick list row', () => {
  it.each([
    [10_000, {}, 1],
    [12_500, {}, null],
    [12_500, { isWhole: false }, 1.25],
    [1250, { unitSymbol: 'KG', unitNum: 1 }, 1.25],
  ])("P12: converts %d g to the row's unit", (grams, line, weight) => {
    expect(convertWeight(grams, createRow(createItem([createLine('O1', 2, line)])))).toBe(weight);
  });

  it('totals ordered, picked and missing quantities of all branches', () => {
    const row = createRow(
      createItem([createLine('O1', 2, { pickedQty: 2 }), createLine('O2', 7, { pickedQty: 1 })]),
    );
    expect(row).toMatchObject({ unit: 'bag', needed: 9, picked: 3, remaining: 6, available: 7, missing: 2 });
    expect(row.lines.map(({ state }) => state)).toEqual(['done', 'part']);
  });

  it('counts only whole packs of stock if lines are picked in whole packs', () => {
    const lines = [createLine('O1', 9)];
    expect(createRow(createItem(lines, { available: 75.13 }))).toMatchObject({ available: 7, missing: 2 });
    // 90 kg, less a few millionths lost by rounding thirds: nothing is missing.
    expect(createRow(createItem(lines, { available: 89.999997 }))).toMatchObject({
      available: 9,
      missing: 0,
    });
    const kilos = createLine('O1', 9, { unit: 'kg', unitSymbol: 'kg', unitNum: 1, isWhole: false });
    expect(createRow(createItem([kilos], { available: 7.513 }))).toMatchObject({
      available: 7.513,
      missing: 1.487,
    });
  });

  it('uses the base unit if branches order in different units', () => {
    const kilos = { unit: 'kg', unitSymbol: 'kg', unitNum: 1, isWhole: false };
    const row = createRow(createItem([createLine('O1', 2), createLine('O2', 3, kilos)]));
    expect(row).toMatchObject({ unit: 'kg', needed: 23, available: 70, isWhole: false });
    expect(buildPicks(row, { qty: 21 }).map(({ pickedQty }) => pickedQty)).toEqual([2, 1]);
  });

  it('shows claimed lines and picks queued on this device', () => {
    const at = '2026-03-04T08:00:00.000Z';
    const claim = { userId: 'ana', userName: 'Ana', claimedAt: at, pickedAt: null };
    const row = createRow(
      createItem([createLine('O1', 2, { claim }), createLine('O2', 3, { claim: { ...claim, userId: me } })]),
    );
    expect(row.lines.map(({ otherClaim, isMine }) => [otherClaim?.userName, isMine])).toEqual([
      ['Ana', false],
      [undefined, true],
    ]);
    const secondLine = row.lines[1];
    if (!secondLine) throw new Error('The row has no second line');
    const pick = buildLinePick(secondLine, 3);
    const pendingRow = createRow(
      createItem([createLine('O1', 2), createLine('O2', 3)]),
      new Map([[pick.lineId, pick]]),
    );
    expect(pendingRow.lines.map(({ state, isPending }) => [state, isPending])).toEqual([
      ['open', false],
      ['done', true],
    ]);
  });

  it('proposes lots by expiry and reports the quantity not covered by any lot', () => {
    const lots: PickItem['lots'] = [
      { lot: 'PAST', expiry: '2026-03-03', available: 50, state: 'expired' },
      { lot: 'SOON', expiry: '2026-03-08', available: 20, state: 'usable' },
      { lot: 'LATE', expiry: '2026-04-01', available: 30, state: 'usable' },
    ];
    const row = createRow(createItem([createLine('O1', 1), createLine('O2', 4)], { lots }));
    expect(row.plan).toEqual([
      { lot: 'SOON', expiry: '2026-03-08', qty: 1 },
      { lot: 'LATE', expiry: '2026-04-01', qty: 3 },
    ]);
    expect(row.uncovered).toBe(1);
  });
});

describe('found quantity', () => {
  const row = createRow(createItem([createLine('O1', 4, { pickedQty: 1 }), createLine('O2', 5)]));

  it('goes to the next delivery first and is added to earlier picks', () => {
    expect(
      distributePick(row, 5).shares.map(({ partMicro, shortMicro }) => [partMicro / 1e6, shortMicro / 1e6]),
    ).toEqual([
      [3, 0],
      [2, 3],
    ]);
    const picks = buildPicks(row, { qty: 5 });
    expect(picks.map(({ wasPicked, pickedQty }) => [wasPicked, pickedQty])).toEqual([
      [1, 4],
      [null, 2],
    ]);
    expect(buildUndoPicks(picks).map(({ wasPicked, pickedQty }) => [wasPicked, pickedQty])).toEqual([
      [4, 1],
      [2, null],
    ]);
  });

  it('P10: completes short lines with a reason or a substitute, or puts them back', () => {
    expect(buildPicks(row, { qty: 5, rest: { kind: 'reason', reason: 'out_of_stock' } })).toMatchObject([
      { pickedQty: 4 },
      { pickedQty: 2, reason: 'out_of_stock' },
    ]);
    const putBackPicks = buildPicks(row, { qty: 3, rest: { kind: 'back' } });
    expect(putBackPicks).toMatchObject([{ pickedQty: 4 }, { pickedQty: null, putBack: true }]);
    const substitutePicks = buildPicks(row, {
      qty: 0,
      rest: { kind: 'substitute', itemId: 'bulgur', qty: 4 },
    });
    expect(substitutePicks.map(({ pickedQty, substitute }) => [pickedQty, substitute?.qty])).toEqual([
      [1, 2],
      [0, 2],
    ]);
    // Riverside doesn't accept substitutes: Harbour gets everything, and Riverside is short.
    const excludedBranches = new Set(['Riverside']);
    const rest = { kind: 'substitute', itemId: 'bulgur', qty: 4, excludedBranches } as const;
    expect(buildPicks(row, { qty: 0, rest })).toMatchObject([
      { pickedQty: 1, substitute: { qty: 4 } },
      { pickedQty: 0, reason: 'out_of_stock' },
    ]);
  });

  it('is split over the lines by chosen lot, including lots picked earlier', () => {
    const lots = { lots: [{ lot: 'A', qty: 1 }] };
    const row = createRow(createItem([createLine('O1', 4, { pickedQty: 1, ...lots }), createLine('O2', 5)]));
    const chosen = [
      { lot: 'A', qty: 2 },
      { lot: 'B', qty: 3 },
    ];
    expect(buildPicks(row, { qty: 5, lots: chosen }).map((pick) => pick.lots)).toEqual([
      [
        { lot: 'A', qty: 3 },
        { lot: 'B', qty: 1 },
      ],
      [{ lot: 'B', qty: 2 }],
    ]);
  });
});
