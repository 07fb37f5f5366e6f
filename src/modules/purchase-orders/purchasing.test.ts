import { describe, expect, it } from 'vitest';
import type { Actor } from '#core/permissions.ts';
import { toMicro } from '#core/quantity.ts';
import { buildTestActor } from '#core/testing/actors.ts';
import { parseExactDecimal, exactOne } from '#core/exact.ts';
import { anyHeadOfficeApprover, findRequiredApprovers, canApprovePurchase } from './lifecycle.ts';
import { type BuyablePack, computePacksToBuyMicro, choosePack } from './proposal.ts';
import {
  getBillingStatusByAmount,
  getBillingStatusByQuantity,
  findLinesNotInMultiples,
  roundUpToMultiple,
  computeOutstandingMicro,
  getReceiptStatus,
  type PurchaseProgressLine,
  computePurchaseTotals,
} from './purchase-status.ts';

const buildLine = (qty: number, changes: Partial<PurchaseProgressLine> = {}): PurchaseProgressLine => ({
  qtyMicro: toMicro(qty),
  priceMicro: 10_000_000,
  taxPercentMicro: null,
  receivedQtyMicro: 0,
  billedQtyMicro: 0,
  returnedQtyMicro: 0,
  billedValueE4: 0,
  isClosed: 0,
  ...changes,
});
const received = (qty: number) => ({ receivedQtyMicro: toMicro(qty) });
const billed = (qty: number, price: number) => ({
  billedQtyMicro: toMicro(qty),
  returnedQtyMicro: 0,
  billedValueE4: qty * price * 10_000,
});

describe("an order's receipt and billing status", () => {
  it('depends on the quantity, and treats over-delivery as received in full (B2, B6)', () => {
    expect(getReceiptStatus([buildLine(4), buildLine(2)])).toBe('Not Received');
    expect(getReceiptStatus([buildLine(4, received(4)), buildLine(2)])).toBe('Partly Received');
    expect(getReceiptStatus([buildLine(4, received(4)), buildLine(2, received(3))])).toBe('Received');
    expect(computeOutstandingMicro(buildLine(2, received(3)))).toBe(0);
  });

  it("lines closed short aren't outstanding, but become outstanding when reopened (B5)", () => {
    const short = buildLine(4, { ...received(1), isClosed: 1 });
    expect([computeOutstandingMicro(short), computeOutstandingMicro({ ...short, isClosed: 0 })]).toEqual([
      0, 3_000_000,
    ]);
    expect(getReceiptStatus([short])).toBe('Received');
    expect(getReceiptStatus([buildLine(4, { isClosed: 1 })])).toBe('Not Received');
  });

  it('is determined separately for billed quantity and billed amount; a lower price leaves nothing to bill (B6)', () => {
    const cheaper = [buildLine(4, { ...received(4), ...billed(4, 9) })];
    expect([getBillingStatusByQuantity(cheaper), getBillingStatusByAmount(cheaper)]).toEqual([
      'Billed',
      'Billed',
    ]);
    const quarterBilledAtFourTimesThePrice = [buildLine(4, { ...received(4), ...billed(1, 40) })];
    expect([
      getBillingStatusByQuantity(quarterBilledAtFourTimesThePrice),
      getBillingStatusByAmount(quarterBilledAtFourTimesThePrice),
    ]).toEqual(['Partly Billed', 'Billed']);
    expect([getBillingStatusByQuantity([buildLine(4)]), getBillingStatusByAmount([buildLine(4)])]).toEqual([
      'Not Billed',
      'Not Billed',
    ]);
  });
});

describe('purchase order totals', () => {
  it('round tax once per line, half to even, and add up', () => {
    const taxed = [
      buildLine(3, { priceMicro: 1_234_500, taxPercentMicro: 20_000_000 }),
      buildLine(1, { priceMicro: 500, taxPercentMicro: 10_000_000 }),
      buildLine(1, { priceMicro: 1500, taxPercentMicro: 10_000_000 }),
    ];
    const sums = computePurchaseTotals(taxed, 70_000);
    // 3.7035 at 20 % is 0.7407; 0.0005 at 10 % is 0.00005 (even: 0); 0.0015 at 10 % is 0.00015 (even:
    // 0.0002).
    expect(sums).toEqual({ goodsValueE4: 37_055, taxE4: 7_407 + 0 + 2, totalE4: 37_055 + 70_000 + 7_409 });
  });
});

describe('order multiples for packs (B14)', () => {
  const buildPack = (
    lineId: string,
    qty: number,
    multiple: number | null,
    packagingId: string | null = 'case',
  ) => ({
    lineId,
    packagingId,
    qtyMicro: toMicro(qty),
    multipleMicro: multiple === null ? null : toMicro(multiple),
  });
  it.each([
    [7, 8, 8],
    [8, 8, 8],
    [8.000001, 8, 16],
    [0, 8, 0],
    [0.3, 0.1, 0.3],
    [7, null, 7],
    [7, 0, 7],
  ])('%d in multiples of %d is rounded up to %d', (qty, multiple, expected) => {
    expect(roundUpToMultiple(qty, multiple)).toBe(expected);
  });

  it('are checked on the total of all lines for a pack, with exact arithmetic', () => {
    expect(findLinesNotInMultiples([buildPack('a', 2, 5), buildPack('b', 3, 5)])).toEqual([]);
    expect(
      findLinesNotInMultiples([buildPack('a', 2, 5), buildPack('b', 2, 5)]).map(({ lineId }) => lineId),
    ).toEqual(['a', 'b']);
    // In floating point 0.1 + 0.2 isn't a multiple of 0.3.
    expect(findLinesNotInMultiples([buildPack('a', 0.1, 0.3), buildPack('b', 0.2, 0.3)])).toEqual([]);
    expect(
      findLinesNotInMultiples([
        buildPack('a', 2, null),
        buildPack('b', 1, 5, null),
        buildPack('c', 1, 0, 'box'),
      ]),
    ).toEqual([]);
  });
});

describe('the quantity to buy up to par', () => {
  const buildPack = (changes: Partial<BuyablePack> = {}): BuyablePack => ({
    _id: 'case',
    name: 'Case',
    supplierId: 'mill',
    preferred: 0,
    ratio: { num: 12, den: 1 },
    multipleMicro: null,
    priceMicro: 24_000_000,
    rate: exactOne,
    ...changes,
  });
  const buildNeed = (par: number | null, available = 0, ordered = 0) => ({
    parMicro: par === null ? null : toMicro(par),
    availableMicro: toMicro(available),
    inTransitMicro: 0,
    orderedMicro: toMicro(ordered),
    usedMicro: 0,
  });

  it('is in whole packs and their multiples, less stock on hand and on order', () => {
    expect(computePacksToBuyMicro(buildNeed(100), buildPack())).toBe(toMicro(9));
    expect(computePacksToBuyMicro(buildNeed(96), buildPack())).toBe(toMicro(8));
    expect(computePacksToBuyMicro(buildNeed(96, 40, 20), buildPack())).toBe(toMicro(3));
    expect(computePacksToBuyMicro(buildNeed(96), buildPack({ multipleMicro: toMicro(5) }))).toBe(toMicro(10));
    expect(computePacksToBuyMicro(buildNeed(96, 96), buildPack())).toBeNull();
    expect(computePacksToBuyMicro(buildNeed(null), buildPack())).toBeNull();
  });

  it('is never below par, for any pack size', () => {
    for (const [num, den] of [
      [1, 3],
      [7, 3],
      [1000, 7],
      [2, 1],
    ] as const)
      for (const par of [0.000001, 1, 2.333333, 700, 12_345.678901]) {
        const packs = computePacksToBuyMicro(buildNeed(par), buildPack({ ratio: { num, den } })) ?? 0;
        expect(BigInt(packs) * BigInt(num) >= BigInt(toMicro(par)) * BigInt(den)).toBe(true);
        expect(packs % 1_000_000).toBe(0);
      }
  });

  it('uses the preferred pack, otherwise the cheapest per base unit, and packs without a price last', () => {
    const expensive = buildPack({ _id: 'expensive', priceMicro: 25_000_000 });
    const large = buildPack({ _id: 'large', ratio: { num: 120, den: 1 }, priceMicro: 239_900_000 });
    const unpriced = buildPack({ _id: 'unpriced', priceMicro: null });
    expect(choosePack([unpriced, expensive, buildPack(), large])?._id).toBe('large');
    expect(choosePack([unpriced, { ...expensive, preferred: 1 }, large])?._id).toBe('expensive');
    expect(choosePack([unpriced])?._id).toBe('unpriced');
    expect(choosePack([])).toBeNull();
  });

  it("compares prices in different currencies by their value in the business's currency", () => {
    const yen = buildPack({ _id: 'yen', priceMicro: 150_000_000, rate: parseExactDecimal(0.005) });
    const dinar = buildPack({ _id: 'dinar', priceMicro: 1_000_000, rate: parseExactDecimal(2.6) });
    const unknown = buildPack({ _id: 'unknown', priceMicro: 100, rate: null });
    expect(choosePack([unknown, dinar, yen])?._id).toBe('yen');
    expect(choosePack([unknown])?._id).toBe('unknown');
  });
});

describe('required approvers', () => {
  const lines = [
    { category: 'meat', valueE4: 600 },
    { category: 'meat', valueE4: 401 },
    { category: 'dry', valueE4: 5_000 },
    { category: null, valueE4: 9_000 },
  ];
  const buildActor = (_id: string, role = 'custom_role_ck'): Actor =>
    buildTestActor({ _id, role, flags: 'CEDV', allowedPages: ['*'], kitchens: ['k'] });

  it("are the approvers for categories whose lines together exceed the limit; reaching it isn't enough", () => {
    const buildLimit = (category: string, approver: string | null, limitE4: number | null) => ({
      category,
      approver,
      limitE4,
    });
    expect(
      findRequiredApprovers(lines, [buildLimit('meat', 'ann', 1000), buildLimit('dry', 'bob', 5_000)]),
    ).toBe('ann');
    expect(
      findRequiredApprovers(lines, [buildLimit('meat', 'ann', 1001), buildLimit('dry', 'bob', null)]),
    ).toBe('');
    expect(findRequiredApprovers(lines, [buildLimit('meat', null, 0), buildLimit('dry', 'bob', 0)])).toBe(
      `bob ${anyHeadOfficeApprover}`,
    );
  });

  it("depend on the amount in the business's currency, and are always needed without an exchange rate", () => {
    const limits = [{ category: 'meat', approver: 'ann', limitE4: 5_000_000 }];
    const getApprovers = (value: number, rate: number | null) =>
      findRequiredApprovers(
        [{ category: 'meat', valueE4: value * 10_000 }],
        limits,
        rate === null ? null : parseExactDecimal(rate),
      );
    expect([getApprovers(1000, 0.005), getApprovers(100_000, 0.005), getApprovers(100_001, 0.005)]).toEqual([
      '',
      '',
      'ann',
    ]);
    expect([getApprovers(400, 2.6), getApprovers(1, null)]).toEqual(['ann', 'ann']);
  });

  it('allow approval only by one person who approves all categories, or by a master admin', () => {
    const canApprove = (approvers: string, actor: Actor) => canApprovePurchase({ approvers }, actor);
    expect([
      canApprove('', buildActor('eve')),
      canApprove('ann', buildActor('eve')),
      canApprove('ann', buildActor('ann')),
    ]).toEqual([true, false, true]);
    expect(canApprove('ann bob', buildActor('ann'))).toBe(false);
    expect(canApprove('ann bob', { ...buildActor('eve'), isMasterAdmin: true })).toBe(true);
    expect([
      canApprove(anyHeadOfficeApprover, buildActor('eve')),
      canApprove(anyHeadOfficeApprover, buildActor('amy', 'admin')),
    ]).toEqual([false, true]);
  });
});
