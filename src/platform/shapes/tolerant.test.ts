import { describe, expect, test } from 'vitest';
import {
  readBoolean,
  readId,
  parseList,
  readNumberValue,
  unwrapDocument,
  readReference,
  readRows,
  readText,
  readTexts,
} from './tolerant.ts';

const a = { _id: 'a' };
const b = { id: 'b' };

describe('list responses', () => {
  test.each([
    ['a plain array', [a, b], null, null],
    ['orders with total', { orders: [a, b], total: 7 }, null, 7],
    ['items with count', { items: [a, b], count: '7' }, null, 7],
    ['data', { data: [a, b] }, null, null],
    ['results inside data', { data: { results: [a, b] } }, null, null],
    ['an unknown name', { success: true, branches: [a, b], total: 2 }, null, 2],
    ['the total in a header', [a, b], '31', 31],
    ['two arrays, one with a known name', { warnings: [], orders: [a, b] }, null, null],
  ])('%s', (_name, payload, header, total) => {
    const result = parseList(payload, readId, header);
    expect(result.rows).toEqual(['a', 'b']);
    expect(result.total).toBe(total);
    expect(result.skipped).toBe(0);
  });

  test.each([[null], ['text'], [{}], [{ message: 'nothing here' }], [42]])(
    'returns no rows for %j',
    (payload) => {
      expect(parseList(payload, readId)).toEqual({ rows: [], total: null, totalCapped: false, skipped: 0 });
    },
  );

  test('skips and counts unreadable rows', () => {
    const rejected: unknown[] = [];
    const payload = [a, { name: 'no id' }, null, b, 'text'];
    const result = parseList(payload, readId, null, (row) => rejected.push(row));
    expect(result.rows).toEqual(['a', 'b']);
    expect(result.skipped).toBe(3);
    expect(rejected).toEqual([{ name: 'no id' }, null, 'text']);
  });

  test('skips a row whose reader throws', () => {
    const result = parseList([a, b], (row) => {
      if ('_id' in row) throw new Error('unreadable');
      return row['id'];
    });
    expect(result.rows).toEqual(['b']);
    expect(result.skipped).toBe(1);
  });

  test('reports a capped total', () => {
    expect(parseList({ orders: [], total: 10_000, totalCapped: true }, readId).totalCapped).toBe(true);
  });

  test('returns no rows if there are two unknown arrays', () => {
    expect(readRows({ left: [a], right: [b] })).toBeNull();
  });
});

test.each([
  [{ _id: 'x' }, 'x'],
  [{ id: 7 }, '7'],
  [{ _id: { $oid: 'x' } }, 'x'],
  [{ _id: '', id: 'y' }, 'y'],
  [{ name: 'x' }, null],
  [null, null],
])('reads the id of %j as %j', (row, id) => expect(readId(row)).toBe(id));

test.each([
  ['b1', { id: 'b1', name: null }],
  [12, { id: '12', name: null }],
  [
    { _id: 'b1', name: 'Harbour' },
    { id: 'b1', name: 'Harbour' },
  ],
  [{ id: 'b1' }, { id: 'b1', name: null }],
  [null, null],
  [{ name: 'Harbour' }, null],
])('reads the reference %j', (value, expected) => expect(readReference(value)).toEqual(expected));

test.each([
  [2.5, 2.5],
  ['2.50', 2.5],
  [' 3 ', 3],
  ['', null],
  ['2,5', null],
  [Number.NaN, null],
  [null, null],
  [undefined, null],
  [true, null],
])('reads the number %j as %j', (value, expected) => expect(readNumberValue(value)).toBe(expected));

test('reads booleans, lists of strings and wrapped documents', () => {
  expect([readBoolean(1), readBoolean('false', true), readBoolean('maybe', true), readBoolean(null)]).toEqual(
    [true, false, true, false],
  );
  expect(readTexts(['a', { _id: 'b' }, null, 3])).toEqual(['a', 'b', '3']);
  expect(readText('  ')).toBeNull();
  expect(unwrapDocument({ order: { _id: 'o1', status: 'Draft' } })).toEqual({ _id: 'o1', status: 'Draft' });
  expect(unwrapDocument({ _id: 'o1', branch: { _id: 'b1' } })).toEqual({ _id: 'o1', branch: { _id: 'b1' } });
  expect(unwrapDocument('text')).toEqual({});
});
