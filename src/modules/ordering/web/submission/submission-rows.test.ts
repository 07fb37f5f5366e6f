import { describe, expect, it } from 'vitest';
import { testActors } from '#core/testing/actors.ts';
import { findOrderWarnings, filterSubmissionOrders, getNextOrderTransition } from './submission-table.tsx';
import { buildTestOrder } from '../guide/testing.ts';

const rows = [
  buildTestOrder({
    _id: 'a',
    orderNo: 'ORD-1',
    branchName: 'Café du Port',
    deliveryDate: '2026-11-23',
    lineCount: 3,
  }),
  buildTestOrder({
    _id: 'b',
    orderNo: 'ORD-2',
    branch: 'b2',
    userName: 'Bea',
    deliveryDate: '2026-11-20',
    lineCount: 3,
  }),
  buildTestOrder({ _id: 'c', orderNo: 'ORD-3', deliveryDate: '2026-11-23', lineCount: 0 }),
];

describe('orders awaiting their next step', () => {
  it.each([
    [{}, ['a', 'b', 'c']],
    [{ q: 'cafe port' }, ['a']],
    [{ q: 'bea' }, ['b']],
    [{ date: '2026-11-23' }, ['a', 'c']],
    [{ branch: 'b2' }, ['b']],
    [{ q: 'محطه' }, ['b']],
    [{ q: 'bea', date: '2026-11-23' }, []],
  ])('can be filtered by %o', (filters, ids) => {
    expect(
      filterSubmissionOrders(rows, filters, (id) => (id === 'b2' ? 'محطة القطار' : '')).map((row) => row._id),
    ).toEqual(ids);
  });

  it('checks orders for anomalies', () => {
    expect(rows.map((row) => findOrderWarnings(row, rows, '2026-11-21'))).toEqual([
      ['duplicate'],
      ['past'],
      ['noLines', 'duplicate'],
    ]);
  });

  it('offers the next step only to users with permission for it', () => {
    const draft = buildTestOrder({ status: 'Draft' });
    const review = buildTestOrder({ status: 'Under Review' });
    expect(getNextOrderTransition(draft, testActors.staff)?.to).toBe('Under Review');
    expect(getNextOrderTransition(review, testActors.staff)).toBeNull();
    expect(getNextOrderTransition(review, testActors.branch)?.to).toBe('Sent to Central Kitchen');
    expect(getNextOrderTransition(draft, testActors.viewer)).toBeNull();
    expect(getNextOrderTransition(buildTestOrder({ status: 'On the moon' }), testActors.master)).toBeNull();
  });
});
