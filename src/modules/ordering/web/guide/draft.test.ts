import { beforeEach, describe, expect, it } from 'vitest';
import { readObject } from '#platform/shapes/read-shape.ts';
import { suggestionBasis } from '#modules/demand/shapes.ts';
import { sessionStore } from '#platform/web/session/session.ts';
import {
  type StoredOrderDraft,
  createOrderDraft,
  orderDrafts,
  buildOrderInput,
  indexGuideRows,
  computeDraftTotals,
  withDraftLine,
} from './draft.ts';
import { buildGuide } from './guide-rows.ts';
import { buildTestSuggestion } from './testing.ts';

const endSession = () => sessionStore.set({ status: 'anonymous', client: 'first', ended: null });

beforeEach(() => {
  localStorage.clear();
  endSession();
});

/** Returns the stored draft after signing out and in again. */
function reloadDraft(userId: string): StoredOrderDraft {
  endSession();
  return orderDrafts.open(userId, 'b1').get();
}

describe('an order draft on the device', () => {
  it('is restored unchanged, under the same id', () => {
    const draft = withDraftLine(createOrderDraft(), 'rice', { qty: 4, note: 'soft' }, 1000);
    orderDrafts.open('u1', 'b1').set(draft);
    expect(reloadDraft('u1')).toEqual(draft);
    expect(reloadDraft('u2').lines).toEqual({});
  });

  it('is empty when the stored value is malformed', () => {
    localStorage.setItem(orderDrafts.getKey('u1', 'b1'), '{"lines":[1,2');
    expect(reloadDraft('u1')).toMatchObject({ lines: {}, savedAt: null });
  });

  it('is deleted once the order is submitted', () => {
    const store = orderDrafts.open('u1', 'b1');
    store.set(withDraftLine(createOrderDraft(), 'rice', { qty: 4 }, 1000));
    store.set(createOrderDraft());
    expect(localStorage.length).toBe(0);
  });

  it('drops a line whose quantity is cleared', () => {
    const draft = withDraftLine(createOrderDraft(), 'rice', { qty: 4 }, 1);
    expect(withDraftLine(draft, 'rice', { qty: null }, 2).lines).toEqual({});
  });
});

describe('order draft totals', () => {
  const guide = buildGuide(
    {
      suggestions: [
        buildTestSuggestion({ itemId: 'rice', unitCost: 12.5 }),
        buildTestSuggestion({ itemId: 'salt', unitCost: 1, section: 'x' }),
      ],
      sections: [],
      items: [],
      units: [],
    },
    'Other',
  );
  const withAll = ['salt', 'rice', 'gone', 'zero'].reduce(
    (draft, itemId) => withDraftLine(draft, itemId, { qty: itemId === 'zero' ? 0 : 2, note: ' soft ' }, 1),
    createOrderDraft(),
  );

  it('counts lines and value, and lists items that can no longer be ordered', () => {
    expect(computeDraftTotals(withAll, indexGuideRows(guide))).toEqual({
      lineCount: 2,
      value: 27,
      bySection: { other: 2 },
      unavailable: ['gone'],
    });
  });

  it('sends the suggested quantity with each ordered line that has one', () => {
    const requestedItems = (fields: object) => {
      const rows = [buildTestSuggestion({ itemId: 'rice', suggestedQty: 6, ...fields })];
      const riceGuide = buildGuide({ suggestions: rows, sections: [], items: [], units: [] }, 'Other');
      return buildOrderInput(
        withDraftLine(createOrderDraft(), 'rice', { qty: 9 }, 1),
        riceGuide,
        'b1',
        '2026-11-23',
      ).items;
    };
    const line = { itemId: 'rice', orderQty: 9, unit: 'bag' };
    const { reason } = readObject(suggestionBasis, { reason: { code: 'demand', params: {} } });
    expect(requestedItems({})).toEqual([{ ...line, suggestedQty: 6 }]);
    // A suggestion of zero is sent; a missing suggestion isn't.
    expect(requestedItems({ suggestedQty: 0, reason })).toEqual([{ ...line, suggestedQty: 0 }]);
    expect(requestedItems({ suggestedQty: 0, reason: { ...reason, code: 'no-history' } })).toEqual([line]);
    expect(requestedItems({ suggestedQty: 0, reason: null })).toEqual([line]);
    // The server would reject an order with a suggestion above the maximum line quantity.
    expect(requestedItems({ suggestedQty: 2_000_000 })).toEqual([line]);
  });

  it('sends lines in walking order, without empty and invalid ones', () => {
    expect(buildOrderInput(withAll, guide, 'b1', '2026-11-23')).toEqual({
      branch: 'b1',
      deliveryDate: '2026-11-23',
      orderType: 'Regular',
      items: [
        { itemId: 'rice', orderQty: 2, unit: 'bag', note: 'soft', suggestedQty: 6 },
        { itemId: 'salt', orderQty: 2, unit: 'bag', note: 'soft', suggestedQty: 6 },
      ],
    });
  });
});
