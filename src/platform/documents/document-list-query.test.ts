import { expect, test } from 'vitest';
import { listQuery } from './document-list-query.ts';
import type { ListSpec } from './document-list.ts';

const list = {
  statuses: ['Draft', 'Posted'],
  filters: { supplier: 'id', kind: ['invoice', 'credit'] },
  conditions: { asks: ['yes', 'no'] },
  days: 'businessDay',
  sorts: ['createdAt', 'number'],
} as const satisfies ListSpec;
const several = { ...list, hasSeveralStatuses: true } as const;
const withoutDays = { ...list, days: null } as const;

test.each([
  ['nothing', list, {}, {}],
  ['filters of each kind', list, { supplier: 's1', kind: 'credit', asks: 'no', status: 'Draft' }, {}],
  ['days', list, { from: '2031-05-01', to: '2031-05-31' }, {}],
  ['a sort field, descending', list, { sort: '-number' }, {}],
  ['page and size as text', list, { page: '2', limit: '20' }, { page: 2, limit: 20 }],
  ['several statuses', several, { status: 'Draft,Posted' }, {}],
])('a query may state %s', (_, spec, query, read) => {
  expect(listQuery(spec).parse(query)).toEqual({
    page: 1,
    limit: 100,
    sort: '-createdAt',
    ...query,
    ...read,
  });
});

test.each([
  ['an unknown status', list, { status: 'Lost' }],
  ['several statuses where one is meant', list, { status: 'Draft,Posted' }],
  ['an unknown one among several statuses', several, { status: 'Draft,Lost' }],
  ['an unknown value', list, { kind: 'order' }],
  ['a day that does not exist', list, { from: '2031-02-30' }],
  ['a field by which the list is not sorted', list, { sort: 'supplier' }],
])('a query may not state %s', (_, spec, query) => {
  expect(listQuery(spec).safeParse(query).success).toBe(false);
});

test('a list without a range of days ignores days', () => {
  expect(listQuery(withoutDays).parse({ from: 'anything' })).not.toHaveProperty('from');
});
