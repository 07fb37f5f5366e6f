import { describe, expect, it } from 'vitest';
import { type Counting, countNewOrders, markOrderKnown, type NewOrder, markAllSeen } from './counting.ts';

const order = (_id: string, at = ''): NewOrder => ({ _id, orderNo: `ORD-${_id}`, branchName: 'Harbour', at });
const first = 'all orders';
const freshIn = (counting: Counting | null) => counting?.fresh.map(({ _id }) => _id) ?? [];

/** Reads lists one after the other; returns what each added to the count, and the final state. */
function read(...lists: readonly (readonly [list: string, orders: NewOrder[]])[]) {
  let counting: Counting | null = null;
  const found = lists.map(([list, orders]) => {
    const before = freshIn(counting);
    counting = countNewOrders(counting, list, orders);
    return freshIn(counting).filter((id) => !before.includes(id));
  });
  return { found, counting: counting as unknown as Counting };
}

describe('counting new orders', () => {
  const cases: { what: string; lists: [string, NewOrder[]][]; found: string[][] }[] = [
    { what: 'the first answer is the baseline', lists: [[first, [order('1'), order('2')]]], found: [[]] },
    {
      what: 'an empty baseline is one, too',
      lists: [
        [first, []],
        [first, [order('1')]],
      ],
      found: [[], ['1']],
    },
    {
      what: 'what a later answer brings along is new, once',
      lists: [
        [first, [order('1')]],
        [first, [order('3'), order('2'), order('1')]],
        [first, [order('3'), order('2'), order('1')]],
      ],
      found: [[], ['3', '2'], []],
    },
    {
      what: 'what moves up from the second page is old',
      lists: [
        [first, [order('3', '2026-03-03'), order('2', '2026-03-02')]],
        [first, [order('2', '2026-03-02'), order('1', '2026-03-01')]],
      ],
      found: [[], []],
    },
    {
      what: 'what came later is new, on whatever list it is seen first',
      lists: [
        [first, [order('1', '2026-03-01')]],
        ['more of them', [order('2', '2026-03-02'), order('1', '2026-03-01'), order('0', '2026-02-01')]],
        [first, [order('2', '2026-03-02'), order('1', '2026-03-01')]],
      ],
      found: [[], ['2'], []],
    },
    {
      what: 'without instants every list has its own baseline',
      lists: [
        [first, [order('3')]],
        ['more of them', [order('3'), order('2'), order('1')]],
        ['more of them', [order('4'), order('3'), order('2')]],
      ],
      found: [[], [], ['4']],
    },
  ];
  it.each(cases)('$what', ({ lists, found }) => {
    expect(read(...lists).found).toEqual(found);
  });

  it('counts until it is viewed, latest first', () => {
    const { counting } = read([first, []], [first, [order('1')]], [first, [order('2'), order('1')]]);
    expect(counting.fresh.map(({ _id }) => _id)).toEqual(['2', '1']);
    const allSeen = markAllSeen(counting);
    expect(allSeen?.fresh).toEqual([]);
    expect(freshIn(countNewOrders(allSeen, first, [order('2'), order('1')]))).toEqual([]);
    expect(markAllSeen(allSeen)).toBe(allSeen);
  });

  it("does not count the user's own orders, before or after the list contains them", () => {
    const { counting } = read([first, []]);
    const marked = markOrderKnown(counting, '1');
    expect(freshIn(countNewOrders(marked, first, [order('1')]))).toEqual([]);

    const counted = read([first, []], [first, [order('2'), order('1')]]).counting;
    expect(markOrderKnown(counted, '1')?.fresh.map(({ _id }) => _id)).toEqual(['2']);
    expect(markOrderKnown(null, '1')).toBeNull();
    expect(markOrderKnown(marked, '1')).toBe(marked);
  });

  it('stores a limited number of orders', () => {
    const many = Array.from({ length: 600 }, (_, n) => order(String(n)));
    const { counting } = read([first, many]);
    expect(counting.known).toHaveLength(500);
    expect(counting.known.at(-1)).toBe('599');
  });
});
