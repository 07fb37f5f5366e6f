import { describe, expect, it } from 'vitest';
import type { OrderLine } from '#modules/orders/shapes.ts';
import { readOrder } from '#modules/orders/web/queries/read.ts';
import { computeAvailable, findExceedingLines, getShippingLots, findUnusableLots } from './pick-lines.ts';
import {
  toPickingDraft,
  toOrderEdit,
  getOrderValues,
  getDraftKey,
  serializeLots,
  outOfStockReason,
  buildAvailablePicks,
  applyDraft,
} from './process-draft.ts';

const createOrder = (fields: Partial<OrderLine> = {}) =>
  readOrder({
    _id: 'o1',
    status: 'Under Process',
    items: [
      {
        lineId: 'a',
        itemId: 'i',
        itemName: 'Feta',
        unitSymbol: 'tub',
        orderQty: 10,
        unitNum: 1,
        unitDen: 1,
        ...fields,
      },
    ],
  });
const createLine = (fields: Partial<OrderLine> = {}) => createOrder(fields).items[0] as OrderLine;

const createLot = (lot: string, expiry: string | null, available: number, isHeld = false) => ({
  lot,
  expiry,
  available,
  isHeld,
});
const lots = {
  day: '2026-03-04',
  validThrough: '2026-03-10',
  byLine: new Map([
    [
      'a',
      [
        createLot('PAST', '2026-03-03', 5),
        createLot('TODAY', '2026-03-04', 2),
        createLot('SHORT', '2026-03-08', 3),
        createLot('HELD', '2026-03-20', 9, true),
        createLot('GOOD', '2026-03-20', 4),
        createLot('', null, 1),
      ],
    ],
  ]),
};
const stock = new Map([
  ['i', { itemId: 'i', placeId: 'k', onHand: 24, reserved: 0, avgCost: null, value: null }],
]);
const toAmounts = (...amounts: [string, number][]) => amounts.map(([lot, qty]) => ({ lot, qty }));

describe('a line of a lot-tracked item', () => {
  it('counts its usable lots as available, plus other lots that are already picked', () => {
    expect(computeAvailable(createLine(), stock)).toBe(24);
    expect(computeAvailable(createLine(), stock, lots)).toBe(5);
    expect(computeAvailable(createLine({ lots: toAmounts(['SHORT', 2], ['HELD', 1]) }), stock, lots)).toBe(7);
    const [exceeding] = findExceedingLines([createLine({ pickedQty: 6 })], stock, lots);
    expect(exceeding).toMatchObject({ shipped: 6, available: 5 });
    expect(findExceedingLines([createLine({ pickedQty: 5 })], stock, lots)).toEqual([]);
    expect(buildAvailablePicks(exceeding ? [exceeding] : [], outOfStockReason)).toEqual({
      'a pickedQty': 5,
      'a reason': outOfStockReason,
    });
  });

  it('C11: reports neither available nor exceeded stock for an item that the user counts blind', () => {
    const blind = new Map(
      [...stock].map(([id, row]) => [id, { ...row, onHand: 0, isHidden: true as const }]),
    );
    expect(computeAvailable(createLine(), blind)).toBeNull();
    expect(findExceedingLines([createLine({ pickedQty: 6 })], blind)).toEqual([]);
  });

  it('uses lots by expiry if none are picked, and reports the uncovered quantity', () => {
    const listLots = (line: OrderLine) => getShippingLots(line, lots.byLine.get('a'), lots.validThrough);
    expect(listLots(createLine())).toEqual({
      lots: [{ lot: 'GOOD', qty: 4, expiry: '2026-03-20' }],
      isProposed: true,
      short: 5,
    });
    expect(listLots(createLine({ pickedQty: 3 }))).toMatchObject({
      lots: [{ lot: 'GOOD', qty: 3 }],
      short: 0,
    });
    expect(listLots(createLine({ lots: toAmounts(['SHORT', 3]) }))).toMatchObject({
      isProposed: false,
      short: 0,
    });
    expect(getShippingLots(createLine(), undefined, lots.validThrough)).toMatchObject({
      lots: [],
      isProposed: false,
    });
  });

  it('is blocked only by picked lots that were put on hold or have expired', () => {
    const picked = createLine({ lots: toAmounts(['PAST', 1], ['TODAY', 1], ['HELD', 1], ['GOOD', 1]) });
    expect(findUnusableLots(picked, lots.byLine.get('a'), lots.day).map(({ lot }) => lot)).toEqual([
      'PAST',
      'HELD',
    ]);
    expect(findUnusableLots(picked, undefined, lots.day)).toEqual([]);
  });
});

describe('chosen lots', () => {
  const chosen = [
    { lot: 'GOOD', qty: 4, expiry: '2026-03-20' },
    { lot: 'SHORT', qty: 0.5 },
  ];

  it('convert to an edit and back to the same draft, and appear on the line', () => {
    const draft = {
      [getDraftKey('a', 'pickedQty')]: 4.5,
      [getDraftKey('a', 'lots')]: serializeLots(chosen),
    };
    const edit = toOrderEdit(draft);
    expect(edit).toEqual({ items: [{ lineId: 'a', pickedQty: 4.5, lots: chosen }] });
    expect(toPickingDraft(edit)).toEqual(draft);
    expect(applyDraft(createOrder(), draft).items[0]?.lots).toEqual(chosen);
  });

  it('are serialized the same way from the order and from the draft', () => {
    const key = getDraftKey('a', 'lots');
    expect(getOrderValues(createOrder({ lots: chosen }), { [key]: '' })[key]).toBe(serializeLots(chosen));
  });
});
