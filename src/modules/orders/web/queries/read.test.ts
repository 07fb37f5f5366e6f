import { describe, expect, it } from 'vitest';
import { readOrder, readOrderRow } from './read.ts';

describe('an order as sent by other servers', () => {
  it('needs only an id', () => {
    expect(readOrderRow({ id: 7 })).toMatchObject({
      _id: '7',
      orderNo: '7',
      status: '',
      lineCount: 0,
      isLate: false,
    });
    expect(readOrderRow({ orderNo: 'ORD-1' })).toBeNull();
    expect(() => readOrder({ status: 'Draft' })).toThrow('no order');
  });

  it('may have populated references, numeric text and an unknown status', () => {
    const row = readOrderRow({
      _id: { $oid: 'abc' },
      status: 'On hold',
      branch: { _id: 'b1', name: 'Harbour' },
      kitchen: 'k1',
      value: '12.50',
      items: [{ name: 'Rice', quantity: '2.5', item: { id: 'rice', name: 'Basmati rice' } }],
    });
    expect(row).toMatchObject({
      _id: 'abc',
      status: 'On hold',
      branch: 'b1',
      branchName: 'Harbour',
      kitchen: 'k1',
      value: 12.5,
      lineCount: 1,
      items: [{ lineId: '0', itemId: 'rice', itemName: 'Rice', orderQty: 2.5, approvedQty: null }],
    });
  });

  it('may use different names for the steps of its history', () => {
    const step = { status: 'Accepted', by: { _id: 'u1', name: 'Una' }, changedAt: '2031-05-06T07:00:00Z' };
    expect(readOrder({ _id: 'o', statusHistory: [step] }).statusHistory).toEqual([
      {
        from: null,
        to: 'Accepted',
        by: 'u1',
        byName: 'Una',
        at: '2031-05-06T07:00:00Z',
        reason: null,
      },
    ]);
  });

  it('distinguishes null from 0, and rounds values with too many decimals', () => {
    const order = readOrder({ _id: 'o', items: [{ orderQty: 0.1 + 0.2, shippedQty: 0, receivedQty: null }] });
    expect(order.items[0]).toMatchObject({ orderQty: 0.3, shippedQty: 0, receivedQty: null });
  });
});
