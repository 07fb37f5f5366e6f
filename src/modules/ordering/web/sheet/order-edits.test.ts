import { describe, expect, it } from 'vitest';
import { buildOrderEdit, findLinesWithoutReason, noOrderEdits, withLineEdit } from './order-edits.ts';
import { buildTestOrder } from '../guide/testing.ts';

const review = buildTestOrder(
  { status: 'Under Review', deliveryDate: '2026-11-23' },
  { orderQty: 10 },
  { orderQty: 4 },
);

describe('unsaved changes of an order', () => {
  it('sends only fields that differ', () => {
    let edits = withLineEdit(noOrderEdits, 'l1', { approvedQty: 8 });
    edits = withLineEdit(edits, 'l1', { reason: ' Enough in stock ' });
    edits = withLineEdit(edits, 'l2', { approvedQty: 4 });
    expect(buildOrderEdit(review, { ...edits, deliveryDate: '2026-11-23', notes: '' })).toEqual({
      items: [{ lineId: 'l1', approvedQty: 8, reason: 'Enough in stock' }],
    });
  });

  it('sends a changed day and notes, and removes lines regardless of their other edits', () => {
    const edits = withLineEdit(withLineEdit(noOrderEdits, 'l2', { orderQty: 9 }), 'l2', { isRemoved: true });
    expect(
      buildOrderEdit(buildTestOrder({}, {}, {}), {
        ...edits,
        deliveryDate: '2026-11-24',
        notes: 'Back door',
      }),
    ).toEqual({
      deliveryDate: '2026-11-24',
      notes: 'Back door',
      items: [{ lineId: 'l2', remove: true }],
    });
  });

  it('requires a reason if the approved quantity differs from the ordered one, whether or not it is saved', () => {
    const saved = buildTestOrder(
      { status: 'Under Review' },
      { approvedQty: 8 },
      { approvedQty: 8, reason: 'Budget' },
      {},
    );
    expect(findLinesWithoutReason(saved, noOrderEdits)).toEqual(['l1']);
    expect(findLinesWithoutReason(saved, withLineEdit(noOrderEdits, 'l1', { reason: 'Budget' }))).toEqual([]);
    expect(findLinesWithoutReason(saved, withLineEdit(noOrderEdits, 'l1', { approvedQty: 10 }))).toEqual([]);
    expect(findLinesWithoutReason(saved, withLineEdit(noOrderEdits, 'l3', { approvedQty: 12 }))).toEqual([
      'l1',
      'l3',
    ]);
  });
});
