import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromE4, fromPriceMicro, toPriceMicro, computeValueAtPrice } from '#core/money.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { computePricing, type PricingEntry } from './discount.ts';

const undiscounted = { listPriceMicro: null, discountPercentMicro: null, discountE4: null };
const buildLine = (qty: number, price: number) => ({
  itemName: 'Rice',
  qtyMicro: toMicro(qty),
  priceMicro: toPriceMicro(price),
  ...undiscounted,
});

/** Returns prices and discounts after each entry, in the format of the API. */
function enterAll(qty: number, price: number, entries: readonly PricingEntry[]) {
  let line = buildLine(qty, price);
  return entries.map((entry) => {
    const pricing = computePricing(line, entry);
    if ('reason' in pricing) return [pricing.field, pricing.reason.reason];
    line = { ...line, ...pricing } as typeof line;
    const { priceMicro, listPriceMicro, discountPercentMicro, discountE4 } = pricing;
    return [
      fromPriceMicro(priceMicro),
      listPriceMicro === null ? null : fromPriceMicro(listPriceMicro),
      discountPercentMicro === null ? null : fromMicro(discountPercentMicro),
      discountE4 === null ? null : fromE4(discountE4),
    ];
  });
}

describe('a discount', () => {
  it.each<[string, number, number, PricingEntry[], unknown[]]>([
    ['in percent', 3, 20, [{ discountPercent: 10 }], [[18, 20, 10, null]]],
    ['in percent with decimals', 3, 19.99, [{ discountPercent: 12.5 }], [[17.49125, 19.99, 12.5, null]]],
    ['in an amount off the line', 4, 20, [{ discount: 10 }], [[17.5, 20, null, 10]]],
    ['that leaves six decimals', 3, 20, [{ discount: 10 }], [[16.666667, 20, null, 10]]],
    [
      'of everything',
      3,
      20,
      [{ discountPercent: 100 }, { discount: 60 }],
      [
        [0, 20, 100, null],
        [0, 20, null, 60],
      ],
    ],
    ['on a new list price', 2, 20, [{ listPrice: 30, discountPercent: 50 }], [[15, 30, 50, null]]],
    [
      'that is kept when the list price changes',
      2,
      20,
      [{ discount: 4 }, { listPrice: 30 }],
      [
        [18, 20, null, 4],
        [28, 30, null, 4],
      ],
    ],
    [
      'that replaces one of the other kind',
      2,
      20,
      [{ discountPercent: 5 }, { discount: 4 }, { discountPercent: 10 }],
      [
        [19, 20, 5, null],
        [18, 20, null, 4],
        [18, 20, 10, null],
      ],
    ],
    [
      'that is removed',
      2,
      20,
      [{ discountPercent: 5 }, { discountPercent: null }, { discount: 0 }],
      [
        [19, 20, 5, null],
        [20, null, null, null],
        [20, null, null, null],
      ],
    ],
    [
      'that ends with an agreed price',
      2,
      20,
      [{ discountPercent: 5 }, { price: 18 }],
      [
        [19, 20, 5, null],
        [18, null, null, null],
      ],
    ],
    [
      'above 100 percent',
      2,
      20,
      [{ discountPercent: 100.000001 }],
      [['discountPercent', 'purchase-discount-percent']],
    ],
    ['above the line value', 2, 20, [{ discount: 40.0001 }], [['discount', 'purchase-discount-amount']]],
    [
      'both in percent and in an amount',
      2,
      20,
      [{ discountPercent: 5, discount: 5 }],
      [['discount', 'purchase-two-discounts']],
    ],
    ['on an agreed price', 2, 20, [{ price: 18, discount: 5 }], [['price', 'purchase-discounted-price']]],
  ])('%s', (_name, qty, price, entries, expected) => {
    expect(enterAll(qty, price, entries)).toEqual(expected);
  });

  it('in an amount is taken off exactly, for quantities up to 50', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 100 }),
        (qty, priceE4, share) => {
          const valueE4 = qty * priceE4;
          const discountE4 = Math.floor((valueE4 * share) / 100);
          const pricing = computePricing(buildLine(qty, priceE4 / 10_000), { discount: discountE4 / 10_000 });
          if ('reason' in pricing) throw new Error(pricing.reason.reason);
          expect(computeValueAtPrice(toMicro(qty), pricing.priceMicro)).toBe(valueE4 - discountE4);
        },
      ),
    );
  });
});
