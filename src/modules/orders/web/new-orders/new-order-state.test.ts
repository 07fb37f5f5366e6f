import { describe, expect, it } from 'vitest';
import {
  type NewOrderState,
  countNewOrders,
  markOrderKnown,
  type NewOrder,
  markAllSeen,
} from './new-order-state.ts';

const order = (_id: string, at = ''): NewOrder => ({ _id, orderNo: `ORD-${_id}`, branchName: 'Harbour', at });
const first = 'all orders';
const listNewOrderIds = (state: NewOrderState | null) => state?.newOrders.map(({ _id }) => _id) ?? [];

/** Counts lists one after another; returns the ids added by each, and the final state. */
function countLists(...lists: readonly (readonly [list: string, orders: NewOrder[]])[]) {
  let state: NewOrderState | null = null;
  const added = lists.map(([list, orders]) => {
    const before = listNewOrderIds(state);
    state = countNewOrders(state, list, orders);
    return listNewOrderIds(state).filter((id) => !before.includes(id));
  });
  return { added, state: state as unknown as NewOrderState };
}

describe('counting new orders', () => {
  const cases: { description: string; lists: [string, NewOrder[]][]; added: string[][] }[] = [
    {
      description: 'the first response is the baseline',
      lists: [[first, [order('1'), order('2')]]],
      added: [[]],
    },
    {
      description: 'an empty first response is also the baseline',
      lists: [
        [first, []],
        [first, [order('1')]],
      ],
      added: [[], ['1']],
    },
    {
      description: 'an order added by a later response is new, once',
      lists: [
        [first, [order('1')]],
        [first, [order('3'), order('2'), order('1')]],
        [first, [order('3'), order('2'), order('1')]],
      ],
      added: [[], ['3', '2'], []],
    },
    {
      description: 'an order that moves up from the second page is not new',
      lists: [
        [first, [order('3', '2026-03-03'), order('2', '2026-03-02')]],
        [first, [order('2', '2026-03-02'), order('1', '2026-03-01')]],
      ],
      added: [[], []],
    },
    {
      description: 'an order that arrived later is new on whichever list it first appears',
      lists: [
        [first, [order('1', '2026-03-01')]],
        ['another list', [order('2', '2026-03-02'), order('1', '2026-03-01'), order('0', '2026-02-01')]],
        [first, [order('2', '2026-03-02'), order('1', '2026-03-01')]],
      ],
      added: [[], ['2'], []],
    },
    {
      description: 'without arrival times every list has its own baseline',
      lists: [
        [first, [order('3')]],
        ['another list', [order('3'), order('2'), order('1')]],
        ['another list', [order('4'), order('3'), order('2')]],
      ],
      added: [[], [], ['4']],
    },
  ];
  it.each(cases)('$description', ({ lists, added }) => {
    expect(countLists(...lists).added).toEqual(added);
  });

  it('counts new orders until they are viewed, latest first', () => {
    const { state } = countLists([first, []], [first, [order('1')]], [first, [order('2'), order('1')]]);
    expect(state.newOrders.map(({ _id }) => _id)).toEqual(['2', '1']);
    const allSeen = markAllSeen(state);
    expect(allSeen?.newOrders).toEqual([]);
    expect(listNewOrderIds(countNewOrders(allSeen, first, [order('2'), order('1')]))).toEqual([]);
    expect(markAllSeen(allSeen)).toBe(allSeen);
  });

  it("does not count the user's own orders, whether or not the list contains them yet", () => {
    const { state } = countLists([first, []]);
    const marked = markOrderKnown(state, '1');
    expect(listNewOrderIds(countNewOrders(marked, first, [order('1')]))).toEqual([]);

    const withTwo = countLists([first, []], [first, [order('2'), order('1')]]).state;
    expect(markOrderKnown(withTwo, '1')?.newOrders.map(({ _id }) => _id)).toEqual(['2']);
    expect(markOrderKnown(null, '1')).toBeNull();
    expect(markOrderKnown(marked, '1')).toBe(marked);
  });

  it('stores a limited number of orders', () => {
    const many = Array.from({ length: 600 }, (_, n) => order(String(n)));
    const { state } = countLists([first, many]);
    expect(state.knownIds).toHaveLength(500);
    expect(state.knownIds.at(-1)).toBe('599');
  });
});
