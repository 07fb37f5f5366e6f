import { expect, test } from 'vitest';
import { listQuery } from './document-list-query.ts';
import type { ListSpec } from './document-list.ts';

const list = {
  statuses: ['Draft', 'Posted'],
  filters: { supplier: 'id', kind: ['invoice', 'credit'] },
  conditions: { overdue: ['yes', 'no'] },
  days: 'businessDay',
  sorts: ['createdAt', 'number'],
} as const satisfies ListSpec;
const severalStatuses = { ...list, hasSeveralStatuses: true } as const;
const withoutDays = { ...list, days: null } as const;

test.each([
  ['no parameters', list, {}, {}],
  ['filters of each kind', list, { supplier: 's1', kind: 'credit', overdue: 'no', status: 'Draft' }, {}],
  ['days', list, { from: '2031-05-01', to: '2031-05-31' }, {}],
  ['a sort field, descending', list, { sort: '-number' }, {}],
  ['page and size as text', list, { page: '2', limit: '20' }, { page: 2, limit: 20 }],
  ['several statuses', severalStatuses, { status: 'Draft,Posted' }, {}],
])('accepts a query with %s', (_, spec, query, parsed) => {
  expect(listQuery(spec).parse(query)).toEqual({
    page: 1,
    limit: 100,
    sort: '-createdAt',
    ...query,
    ...parsed,
  });
});

test.each([
  ['an unknown status', list, { status: 'Lost' }],
  ['several statuses if only one is allowed', list, { status: 'Draft,Posted' }],
  ['an unknown status among several', severalStatuses, { status: 'Draft,Lost' }],
  ['an unknown value', list, { kind: 'order' }],
  ['a day that does not exist', list, { from: '2031-02-30' }],
  ['a field that the list cannot be sorted by', list, { sort: 'supplier' }],
])('rejects a query with %s', (_, spec, query) => {
  expect(listQuery(spec).safeParse(query).success).toBe(false);
});

test('ignores days if the list has no range of days', () => {
  expect(listQuery(withoutDays).parse({ from: 'anything' })).not.toHaveProperty('from');
});
