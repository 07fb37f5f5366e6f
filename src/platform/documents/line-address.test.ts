import { expect, test } from 'vitest';
import { resolveLineAddress, lineAddress } from './line-address.ts';

const id = '019cb813-5280-715d-8056-38f1873e8480';

test.each([
  [{ lineId: id }, `items.${id}`],
  [{ lineId: 'l1' }, 'items.l1'],
  [{}, 'items.2'],
  [null, 'items.2'],
  [{ lineId: '' }, 'items.2'],
  [{ lineId: '7' }, 'items.2'],
  [{ lineId: 7 }, 'items.2'],
  [{ lineId: 'a.b' }, 'items.2'],
  [{ lineId: 'x'.repeat(65) }, 'items.2'],
])('the path of the line %j at index 2 is %s', (line, address) => {
  expect(lineAddress(line, 2)).toBe(address);
});

test.each([
  ['items.0.reason', `items.${id}.reason`],
  ['items.1.reason', 'items.1.reason'],
  ['items.9.reason', 'items.9.reason'],
  ['items.0.lots.3.qty', `items.${id}.lots.3.qty`],
  ['items', 'items'],
  ['notes', 'notes'],
])('the body path %s resolves to %s', (path, address) => {
  expect(resolveLineAddress({ items: [{ lineId: id }, { itemId: 'i' }] }, path)).toBe(address);
  expect(resolveLineAddress({ items: 'none' }, path)).toBe(path);
});
