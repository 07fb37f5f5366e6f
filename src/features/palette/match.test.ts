import { expect, it } from 'vitest';
import { fit, fitting } from './match.ts';

const cases: [query: string, texts: string[], how: number | null][] = [
  ['', ['Inventory'], 0],
  ['inv', ['Inventory'], 0],
  ['INV', ['Inventory'], 0],
  ['control', ['Inventory Control'], 1],
  ['co in', ['Inventory Control'], 1],
  ['history', ['Order History & Tracking'], 1],
  ['prep', ['Order Processing/Prep'], 1],
  ['kitchen dash', ['Dashboard', 'Central Kitchen'], 2],
  ['ventory', ['Inventory'], 3],
  ['cafe', ['Café crème'], 0],
  ['المخزون', ['المَخزون'], 0],
  ['inventory', ['المخزون', 'Inventory'], 2],
  ['xyz', ['Inventory'], null],
  ['inv xyz', ['Inventory'], null],
];

it.each(cases)('%s in %j: %s', (query, texts, how) => {
  expect(fit(query, texts)).toBe(how);
});

it('puts the best first and keeps the order among equals', () => {
  const names = ['Stock count', 'Order stock', 'Overstock', 'Stock card', 'Wastage'];
  expect(fitting('stock', names, (name) => [name])).toEqual([
    'Stock count',
    'Stock card',
    'Order stock',
    'Overstock',
  ]);
});
