import { beforeEach, describe, expect, it } from 'vitest';
import type { Order, OrderLine } from '#contract/orders.ts';
import { readOrder } from '#src/collections/read-order.ts';
import {
  editOf,
  emptyReceipt,
  kitchenReason,
  lacksReason,
  outcomeOf,
  summaryOf,
  withEntry,
} from './receipt.ts';
import { receiptWords } from './receipt-words.ts';

function delivery(...lines: Partial<OrderLine>[]): Order {
  const items = lines.map((line, index) => ({
    lineId: `l${index + 1}`,
    itemId: `i${index + 1}`,
    itemName: ['Basmati rice', 'Tomato passata', 'Salt'][index],
    unitSymbol: 'case',
    orderQty: 10,
    approvedQty: 10,
    shippedQty: 10,
    ...line,
  }));
  return readOrder({ _id: 'o1', status: 'Shipped', branchName: 'Harbour', items });
}

const line = (order: Order, index: number) => {
  const found = order.items[index];
  if (!found) throw new Error(`There is no line ${index}`);
  return found;
};

describe('a receipt', () => {
  let order: Order;
  beforeEach(() => {
    order = delivery({}, {}, { shippedQty: 2.5 });
  });

  it('is not checked until somebody says so', () => {
    expect(summaryOf(order, emptyReceipt).unchecked).toHaveLength(3);
    const all = { ...emptyReceipt, isAllAsShipped: true };
    expect(summaryOf(order, all)).toMatchObject({ asShipped: 3, unchecked: [], differing: [] });
  });

  it('works out short and over by itself', () => {
    const short = withEntry(emptyReceipt, line(order, 0), { accepted: 7 });
    expect(outcomeOf(line(order, 0), short)).toMatchObject({
      accepted: 7,
      short: 3,
      over: 0,
      isClean: false,
    });
    const over = withEntry(emptyReceipt, line(order, 2), { accepted: 2.6 });
    expect(outcomeOf(line(order, 2), over)).toMatchObject({ accepted: 2.6, short: 0, over: 0.1 });
  });

  it('takes damaged units out of the good ones, and gives them back', () => {
    let receipt = withEntry({ ...emptyReceipt, isAllAsShipped: true }, line(order, 1), { damaged: 1 });
    expect(outcomeOf(line(order, 1), receipt)).toMatchObject({ accepted: 9, damaged: 1, short: 0, over: 0 });
    receipt = withEntry(receipt, line(order, 1), { damaged: null });
    expect(outcomeOf(line(order, 1), receipt)).toMatchObject({ accepted: 10, damaged: 0, isClean: true });
  });

  it('asks why something is damaged; what the kitchen said of its shipping is no answer', () => {
    const short = delivery({ orderQty: 10, shippedQty: 4, reason: 'Out of stock' }, {});
    expect(kitchenReason(line(short, 0))).toBe('Out of stock');
    expect(kitchenReason(line(short, 1))).toBe('');
    const all = { ...emptyReceipt, isAllAsShipped: true };
    expect(lacksReason(line(short, 0), all)).toBe(false);
    const damaged = withEntry(all, line(short, 0), { damaged: 1 });
    expect(lacksReason(line(short, 0), damaged)).toBe(true);
    expect(lacksReason(line(short, 0), withEntry(damaged, line(short, 0), { reason: ' ' }))).toBe(true);
    expect(lacksReason(line(short, 0), withEntry(damaged, line(short, 0), { reason: 'Wet' }))).toBe(false);
  });

  it('says in words what will be posted', () => {
    let receipt = { ...emptyReceipt, isAllAsShipped: true };
    receipt = withEntry(receipt, line(order, 1), { damaged: 1, reason: 'Broken or leaking' });
    receipt = withEntry(receipt, line(order, 2), { accepted: 3 });
    expect(receiptWords(order, receipt).map(({ text, reason }) => [text, reason])).toEqual([
      ['1 line as shipped: on the shelf of Harbour.', ''],
      ['9 case Tomato passata: on the shelf.', ''],
      ['1 case Tomato passata damaged: goes to hold.', 'Reason: Broken or leaking'],
      ['3 case Salt: on the shelf.', ''],
      ['0.5 case Salt over: waits for the kitchen to confirm it.', ''],
    ]);
  });

  it('saves only lines that say something new, each with all that makes it add up', () => {
    let receipt = { ...emptyReceipt, isAllAsShipped: true };
    receipt = withEntry(receipt, line(order, 0), { accepted: 8, reason: 'Wrong item delivered' });
    receipt = withEntry(receipt, line(order, 1), { damaged: 1, note: ' wet ' });
    expect(editOf(order, receipt)).toEqual({
      items: [
        { lineId: 'l1', receivedQty: 8, reason: 'wrong_item' },
        { lineId: 'l2', receivedQty: 9, damagedQty: 1, note: 'wet' },
      ],
    });
  });

  it('saves nothing where everything is as shipped', () => {
    expect(editOf(order, { ...emptyReceipt, isAllAsShipped: true })).toEqual({});
  });

  it('takes back what another device saved before', () => {
    const begun = delivery({ receivedQty: 8, damagedQty: 2, overQty: 0, reason: 'wrong_item' });
    expect(outcomeOf(line(begun, 0), emptyReceipt)).toMatchObject({ accepted: 8, damaged: 2, short: 0 });
    const receipt = withEntry(emptyReceipt, line(begun, 0), { accepted: 10, damaged: 0, reason: '' });
    expect(editOf(begun, receipt)).toEqual({
      items: [{ lineId: 'l1', receivedQty: 10, damagedQty: 0, reason: null }],
    });
  });
});
