import { getLotsToConfirm } from './received-lots.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { readOrder } from '#modules/orders/web/queries/read.ts';
import {
  findConflictingParts,
  buildReceiptEdit,
  emptyOrderReceipt,
  getReceiptEntry,
  getKitchenReason,
  isPhotoMissing,
  isReasonMissing,
  findTemperatureRefusal,
  findReceivedLotsError,
  findUnpostedParts,
  computeOutcome,
  summarizeReceipt,
  withAllAsShipped,
  resolveConflict,
  withEntry,
  withReceivedLots,
} from './receipt.ts';
import { buildReceiptSentences } from './receipt-sentences.ts';

function buildDelivery(...lines: Partial<OrderLine>[]): Order {
  const items = lines.map((line, index) => ({
    lineId: `l${index + 1}`,
    itemId: `i${index + 1}`,
    itemName: ['Basmati rice', 'Tomato passata', 'Salt'][index],
    unitSymbol: 'case',
    orderQty: 10,
    approvedQty: 10,
    shippedQty: 10,
    ...line,
  }));
  return readOrder({ _id: 'o1', status: 'Shipped', branchName: 'Harbour', items });
}

const getLine = (order: Order, index: number) => {
  const orderLine = order.items[index];
  if (!orderLine) throw new Error(`There is no line ${index}`);
  return orderLine;
};

describe('requirements on receipt', () => {
  const requirements = { note: 'With blue lids', receivingMaxTemp: 5, receivingPhoto: true };
  const findMissing = (order: Order, change: object) => {
    const receipt = withEntry(withAllAsShipped(emptyOrderReceipt, order), getLine(order, 0), change);
    const reason = findTemperatureRefusal(getLine(order, 0), receipt);
    return [reason?.reason ?? null, isPhotoMissing(getLine(order, 0), receipt, false)];
  };

  it('ignores a note written when ordering, and accepts one about the received goods', () => {
    expect(findMissing(buildDelivery(requirements), {})).toEqual(['temperature-required', true]);
    expect(findMissing(buildDelivery(requirements), { note: ' With blue lids ' })).toEqual([
      'temperature-required',
      true,
    ]);
    expect(findMissing(buildDelivery(requirements), { note: 'The tablet was empty' })).toEqual([null, false]);
    const withReceiptNote = { ...requirements, note: 'The tablet was empty', isReceivingNote: true };
    expect(findMissing(buildDelivery(withReceiptNote), {})).toEqual([null, false]);
  });

  it('requires a reason to accept goods out of temperature range', () => {
    const short = { ...requirements, shippedQty: 8, reason: 'Shared out', reasonCode: 'shared_out' };
    expect(findMissing(buildDelivery(short), { temperature: 9 })).toEqual(['too-warm', true]);
    const withReceiptReason = { ...short, reason: 'Used at once', reasonCode: null, isReceivingReason: true };
    expect(findMissing(buildDelivery(withReceiptReason), { temperature: 9 })).toEqual([null, true]);
  });
});

describe('received lots', () => {
  const shipped = [
    { lot: 'A', qty: 6, expiry: '2026-12-01' },
    { lot: 'B', qty: 2 },
  ];
  const order = buildDelivery({ lots: shipped });
  const buildLots = (...lots: object[]) => {
    const emptyLot = { lot: '', expiry: '', accepted: null, damaged: null, isOther: false };
    return lots.map((lot) => ({ ...emptyLot, ...lot }));
  };
  const withLots = (...lots: object[]) => {
    const asShipped = withAllAsShipped(emptyOrderReceipt, order);
    const entry = getReceiptEntry(getLine(order, 0), asShipped);
    return withEntry(
      asShipped,
      getLine(order, 0),
      withReceivedLots(getLine(order, 0), entry, buildLots(...lots)),
    );
  };

  it('are the shipped ones until changed', () => {
    expect(getLotsToConfirm(getLine(order, 0), '')).toEqual(
      buildLots({ lot: 'A', expiry: '2026-12-01', accepted: 6 }, { lot: 'B', accepted: 2 }),
    );
    expect(buildReceiptEdit(order, withAllAsShipped(emptyOrderReceipt, order))).toEqual({});
  });

  it('determine the accepted and damaged quantities; quantities without a lot count as received', () => {
    const receipt = withLots(
      { lot: 'A', accepted: 1 },
      { lot: 'B', accepted: 2 },
      { lot: 'NEW', expiry: '2026-12-09', accepted: 4, damaged: 1, isOther: true },
      { isOther: true },
    );
    expect(computeOutcome(getLine(order, 0), receipt)).toMatchObject({
      accepted: 9,
      damaged: 1,
      short: 0,
      hasOtherLot: true,
    });
    expect(findReceivedLotsError(getLine(order, 0), receipt)).toBeNull();
    expect(buildReceiptEdit(order, receipt)).toEqual({
      items: [
        {
          lineId: 'l1',
          receivedQty: 9,
          damagedQty: 1,
          receivedLots: [
            { lot: 'A', receivedQty: 1, damagedQty: 0 },
            { lot: 'B', receivedQty: 2, damagedQty: 0 },
            { lot: 'NEW', expiry: '2026-12-09', receivedQty: 4, damagedQty: 1 },
          ],
        },
      ],
    });
    expect(buildReceiptSentences(order, receipt).map(({ text }) => text)).toContain(
      'Basmati rice: 5 cases of lot NEW, 9 Dec 2026 instead of the lot shipped.',
    );
  });

  it.each([
    ['unnamed', [{ accepted: 1, isOther: true }]],
    ['exceeds-shipped', [{ lot: 'NEW', accepted: 11, isOther: true }]],
    [
      null,
      [
        { lot: 'A', accepted: 0 },
        { lot: 'NEW', accepted: 6, isOther: true },
      ],
    ],
  ] as const)('have the error %s', (expected, lots) => {
    expect(findReceivedLotsError(getLine(order, 0), withLots(...lots))).toBe(expected);
  });

  it("are rejected if they don't match the line, and can be reset to the shipped lots", () => {
    const receipt = withEntry(withLots({ lot: 'A', accepted: 6 }), getLine(order, 0), { accepted: 5 });
    expect(findReceivedLotsError(getLine(order, 0), receipt)).toBe('exceeds-line');
    const reverted = withEntry(receipt, getLine(order, 0), { accepted: 10, lots: '' });
    expect(buildReceiptEdit(order, reverted)).toEqual({});
  });

  it('are restored from the server, and conflict when another user entered different ones', () => {
    const otherLots = [{ lot: 'X', receivedQty: 8, damagedQty: 0 }];
    const theirs = buildDelivery({ lots: shipped.map((lot) => ({ ...lot, receivedQty: 0 })), otherLots });
    expect(buildReceiptEdit(theirs, withAllAsShipped(emptyOrderReceipt, theirs))).toEqual({});
    expect(getReceiptEntry(getLine(theirs, 0), emptyOrderReceipt).lots).toContain('"lot":"X"');
    const mine = withLots({ lot: 'NEW', accepted: 1, isOther: true });
    expect(findConflictingParts(theirs, mine).map(({ field }) => field)).toContain('lots');
  });
});

describe('a receipt draft', () => {
  let order: Order;
  beforeEach(() => {
    order = buildDelivery({}, {}, { shippedQty: 2.5 });
  });

  it('has no checked lines at first', () => {
    expect(summarizeReceipt(order, emptyOrderReceipt).uncheckedLines).toHaveLength(3);
    const asShipped = { ...emptyOrderReceipt, isAllAsShipped: true };
    expect(summarizeReceipt(order, asShipped)).toMatchObject({
      asShippedCount: 3,
      uncheckedLines: [],
      differingLines: [],
    });
  });

  it('computes short and over quantities', () => {
    const short = withEntry(emptyOrderReceipt, getLine(order, 0), { accepted: 7 });
    expect(computeOutcome(getLine(order, 0), short)).toMatchObject({
      accepted: 7,
      short: 3,
      over: 0,
      isAsShipped: false,
    });
    const over = withEntry(emptyOrderReceipt, getLine(order, 2), { accepted: 2.6 });
    expect(computeOutcome(getLine(order, 2), over)).toMatchObject({ accepted: 2.6, short: 0, over: 0.1 });
  });

  it('deducts damaged units from accepted ones, and adds them back', () => {
    let receipt = withEntry({ ...emptyOrderReceipt, isAllAsShipped: true }, getLine(order, 1), {
      damaged: 1,
    });
    expect(computeOutcome(getLine(order, 1), receipt)).toMatchObject({
      accepted: 9,
      damaged: 1,
      short: 0,
      over: 0,
    });
    receipt = withEntry(receipt, getLine(order, 1), { damaged: null });
    expect(computeOutcome(getLine(order, 1), receipt)).toMatchObject({
      accepted: 10,
      damaged: 0,
      isAsShipped: true,
    });
  });

  it("requires a reason for damage; the kitchen's shipping reason does not count", () => {
    const short = buildDelivery({ orderQty: 10, shippedQty: 4, reason: 'Out of stock' }, {});
    expect(getKitchenReason(getLine(short, 0))).toBe('Out of stock');
    expect(getKitchenReason(getLine(short, 1))).toBe('');
    const asShipped = { ...emptyOrderReceipt, isAllAsShipped: true };
    expect(isReasonMissing(getLine(short, 0), asShipped)).toBe(false);
    const damaged = withEntry(asShipped, getLine(short, 0), { damaged: 1 });
    expect(isReasonMissing(getLine(short, 0), damaged)).toBe(true);
    expect(isReasonMissing(getLine(short, 0), withEntry(damaged, getLine(short, 0), { reason: ' ' }))).toBe(
      true,
    );
    expect(isReasonMissing(getLine(short, 0), withEntry(damaged, getLine(short, 0), { reason: 'Wet' }))).toBe(
      false,
    );
  });

  it('describes what will be posted', () => {
    let receipt = { ...emptyOrderReceipt, isAllAsShipped: true };
    receipt = withEntry(receipt, getLine(order, 1), { damaged: 1, reason: 'Broken or leaking' });
    receipt = withEntry(receipt, getLine(order, 2), { accepted: 3 });
    const sentences = buildReceiptSentences(order, receipt, undefined, new Set(['l2']));
    expect(sentences.map(({ text, reason }) => [text, reason])).toEqual([
      ['1 line as shipped, added to stock at Harbour.', ''],
      ['Tomato passata: 9 cases added to stock.', ''],
      ['Tomato passata: 1 case damaged, put on hold.', 'Reason: Broken or leaking · With photo'],
      ['Salt: 3 cases added to stock.', ''],
      ['Salt: 0.5 cases over, awaiting confirmation by the sender.', ''],
    ]);
  });

  it('saves only changed lines, with all quantities that depend on the change', () => {
    let receipt = { ...emptyOrderReceipt, isAllAsShipped: true };
    receipt = withEntry(receipt, getLine(order, 0), { accepted: 8, reason: 'wrong_item' });
    receipt = withEntry(receipt, getLine(order, 1), { damaged: 1, note: ' wet ' });
    expect(buildReceiptEdit(order, receipt)).toEqual({
      items: [
        { lineId: 'l1', receivedQty: 8, reason: 'wrong_item' },
        { lineId: 'l2', receivedQty: 9, damagedQty: 1, note: 'wet' },
      ],
    });
  });

  it('saves nothing if everything was received as shipped', () => {
    expect(buildReceiptEdit(order, { ...emptyOrderReceipt, isAllAsShipped: true })).toEqual({});
  });

  it('overwrites quantities saved by another device', () => {
    const saved = buildDelivery({ receivedQty: 8, damagedQty: 2, overQty: 0, reason: 'wrong_item' });
    expect(computeOutcome(getLine(saved, 0), emptyOrderReceipt)).toMatchObject({
      accepted: 8,
      damaged: 2,
      short: 0,
    });
    const receipt = withEntry(emptyOrderReceipt, getLine(saved, 0), { accepted: 10, damaged: 0, reason: '' });
    expect(buildReceiptEdit(saved, receipt)).toEqual({
      items: [{ lineId: 'l1', receivedQty: 10, damagedQty: 0, reason: null }],
    });
  });
});

describe('a receipt with concurrent changes', () => {
  const receiveAll = (order: Order) => withAllAsShipped(emptyOrderReceipt, order);
  const listConflicts = (order: Order, receipt = receiveAll(buildDelivery({}, {}))) =>
    findConflictingParts(order, receipt).map(({ line: { lineId }, field, theirs, mine }) => [
      lineId,
      field,
      theirs,
      mine,
    ]);

  it('reports a conflict only if the shipped quantity changed after the line was counted', () => {
    const [before, after] = [buildDelivery({}, {}), buildDelivery({ shippedQty: 8 }, {})];
    expect(listConflicts(before)).toEqual([]);
    expect(listConflicts(after)).toEqual([['l1', 'shipped', 8, 10]]);
    const [part] = findConflictingParts(after, receiveAll(before));
    if (!part) throw new Error('There is no conflict');
    const mine = resolveConflict(receiveAll(before), part, 'mine');
    expect(computeOutcome(getLine(after, 0), mine)).toMatchObject({ accepted: 10, over: 2 });
    const theirs = resolveConflict(receiveAll(before), part, 'theirs');
    expect(computeOutcome(getLine(after, 0), theirs)).toMatchObject({ accepted: 8, isAsShipped: true });
    expect([findConflictingParts(after, mine), findConflictingParts(after, theirs)]).toEqual([[], []]);
    const counted = withEntry(emptyOrderReceipt, getLine(before, 0), { accepted: 9 });
    const resolved = resolveConflict(counted, { ...part, mine: 10 }, 'theirs');
    expect(computeOutcome(getLine(after, 0), resolved).accepted).toBeNull();
  });

  it('merges fields saved on a different device, and reports fields changed on both', () => {
    const before = buildDelivery({}, {});
    const damaged = withEntry(receiveAll(before), getLine(before, 0), { damaged: 1, reason: 'Wet' });
    const savedElsewhere = buildDelivery({ note: 'No label', receivedQty: null }, { receivedQty: 7 });
    expect(findConflictingParts(savedElsewhere, damaged)).toEqual([]);
    expect(buildReceiptEdit(savedElsewhere, damaged)).toEqual({
      items: [{ lineId: 'l1', receivedQty: 9, damagedQty: 1, reason: 'Wet' }],
    });
    const savedSameFields = buildDelivery({ damagedQty: 3, receivedQty: 7 }, {});
    expect(listConflicts(savedSameFields, damaged)).toEqual([
      ['l1', 'accepted', 7, 9],
      ['l1', 'damaged', 3, 1],
    ]);
    const theirs = findConflictingParts(savedSameFields, damaged).reduce(
      (next, part) => resolveConflict(next, part, 'theirs'),
      damaged,
    );
    expect(findConflictingParts(savedSameFields, theirs)).toEqual([]);
    expect(buildReceiptEdit(savedSameFields, theirs)).toEqual({ items: [{ lineId: 'l1', reason: 'Wet' }] });
  });

  it('reports entries that differ from what another user has posted', () => {
    const before = buildDelivery({}, {});
    const counted = withEntry(receiveAll(before), getLine(before, 0), { accepted: 9 });
    const posted = buildDelivery({ receivedQty: 10 }, { receivedQty: 10 });
    expect(
      findUnpostedParts(posted, counted).map(({ field, theirs, mine }) => [field, theirs, mine]),
    ).toEqual([['accepted', 10, 9]]);
    expect(findUnpostedParts(buildDelivery({ receivedQty: 9 }, { receivedQty: null }), counted)).toEqual([]);
    expect(findUnpostedParts(posted, emptyOrderReceipt)).toEqual([]);
  });
});
