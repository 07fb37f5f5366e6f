import { expect, test } from 'vitest';
import {
  computePriceChangePercent,
  type DatedPrice,
  getNewPriceStartDay,
  type PriceSource,
  findPriceOnDay,
} from './price-history.ts';

/** `12@2026-03-01` is a list price, `9@2026-03-01 receipt` the price on a receipt, and `-@…` ends a price. */
const parsePrices = (text: string): DatedPrice[] =>
  text.split(', ').map((entry, seq) => {
    const [price = '', rest = ''] = entry.split('@');
    const [validFrom = '', source = 'list'] = rest.split(' ');
    const priceMicro = price === '-' ? null : Number(price) * 1_000_000;
    return { seq, priceMicro, validFrom: `2026-${validFrom}`, source: source as PriceSource };
  });

const days: [prices: string, day: string, holds: number | null][] = [
  ['10@03-01', '02-28', null],
  ['10@03-01', '03-01', 10],
  ['10@03-01, 12@03-05', '03-04', 10],
  ['10@03-01, 12@03-05', '03-05', 12],
  ['10@03-01, 12@03-01', '03-01', 12],
  // An announced price applies from its date, and a later entry corrects it.
  ['10@03-01, 12@04-01', '03-31', 10],
  ['10@03-01, 12@04-01', '04-01', 12],
  ['10@03-01, 12@04-01, 11@03-10', '04-01', 11],
  ['10@03-20, 12@03-01', '03-25', 12],
  ['10@03-20, 12@03-01', '03-10', 12],
  // A receipt or invoice price applies from its document's date, even if it is entered late.
  ['10@03-01, 9@03-10 receipt', '03-12', 9],
  ['10@03-20, 9@03-10 receipt', '03-25', 10],
  ['10@03-20, 9@03-10 receipt', '03-15', 9],
  ['10@03-01, 9@03-10 receipt, 8@03-05 invoice', '03-12', 9],
  ['10@03-01, 9@03-10 receipt, 8@03-10 invoice', '03-12', 8],
  ['10@03-20, 12@03-01, 9@03-10 receipt', '03-25', 9],
  ['10@03-01, -@03-05', '03-06', null],
  ['10@03-01, -@03-05, 11@03-09', '03-09', 11],
];
test.each(days)('given %s, the price on %s is %s', (text, day, expectedPrice) => {
  const prices = parsePrices(text);
  const price = findPriceOnDay(prices, `2026-${day}`);
  expect(price?.priceMicro ?? null).toBe(expectedPrice === null ? null : expectedPrice * 1_000_000);
  // The result doesn't depend on the order of rows from the database.
  expect(findPriceOnDay(prices.toReversed(), `2026-${day}`)).toBe(price);
});

const changes: [prices: string, percent: number | null][] = [
  ['10@03-01', null],
  ['10@03-01, 12@03-05', 20],
  ['12@03-01, 10@03-05', -16.67],
  ['10@03-01, 10@03-05', 0],
  ['0@03-01, 10@03-05', null],
  ['10@03-01, -@03-05', null],
  ['10@03-01, -@03-05, 11@03-06', null],
  ['10@03-20, 12@03-01', null],
  ['10@03-01, 20@03-20, 15@03-10 receipt', 50],
  ['10@03-01, 99999999@03-05', 999_999_890],
];
test.each(changes)('in %s, the last price is a change of %s %%', (text, percent) => {
  const prices = parsePrices(text);
  expect(computePriceChangePercent(prices, prices.at(-1) as DatedPrice)).toBe(percent);
});

/** `a 10 2026-03-01`: supplier, price, date; a dash is none. */
const buildPack = (text: string) => {
  const [supplierId = null, price = null, priceDate = null] = text
    .split(' ')
    .map((word) => (word === '-' ? null : word));
  return { supplierId, price: price === null ? null : Number(price), priceDate };
};
const today = '2026-03-10';
const entries: [before: string | null, after: string, from: string | null][] = [
  [null, 'a 10 2026-03-01', '2026-03-01'],
  [null, 'a 10 -', today],
  [null, 'a - -', null],
  [null, 'a - 2026-03-01', null],
  [null, 'a 0 -', today],
  ['a 10 2026-03-01', 'a 10 2026-03-01', null],
  ['a 10 2026-03-01', 'a 12 2026-03-08', '2026-03-08'],
  ['a 10 2026-03-01', 'a 12 2026-04-01', '2026-04-01'],
  // An unchanged date is that of the previous price.
  ['a 10 2026-03-01', 'a 12 2026-03-01', today],
  ['a 10 2026-03-01', 'a 12 -', today],
  ['a 10 2026-04-01', 'a 12 2026-04-01', '2026-04-01'],
  ['a 10 2026-03-01', 'a 10 2026-02-15', '2026-02-15'],
  ['a 10 2026-03-01', 'a 10 -', null],
  ['a 10 2026-03-01', 'a - 2026-03-01', today],
  ['a 10 2026-03-01', 'a - 2026-05-01', today],
  ['a 10 2026-03-01', 'b 10 2026-03-01', today],
  ['a 10 2026-03-01', '- 10 2026-03-01', today],
  ['a - -', 'b - -', null],
  ['a - -', 'a 10 -', today],
];
test.each(entries)('a pack that changes from %s to %s has a new price from %s', (before, after, startDay) => {
  expect(getNewPriceStartDay(before === null ? null : buildPack(before), buildPack(after), today)).toBe(
    startDay,
  );
});
