import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OrderLifecycleLine, computeShortMicro, splitReceipt } from '#modules/orders/lines.ts';
import { convertMicro } from '#core/quantity.ts';
import { buildTestOrderLine } from '#modules/orders/testing/orders.ts';
import { type DiscrepancyAction, findDiscrepancies } from '#modules/discrepancies/discrepancy-rules.ts';
import {
  type Posting,
  buildDiscrepancyResolution,
  buildReceivePostings,
  buildShipPostings,
  buildUnshipPostings,
} from './postings.ts';

/**
 * Any received line with quantities that add up, in units that may not divide evenly, with and without lots.
 */
const receivedLine: fc.Arbitrary<OrderLifecycleLine> = fc
  .record({
    lineId: fc.uuid(),
    itemId: fc.constantFrom('i1', 'i2', 'i3'),
    unitNum: fc.integer({ min: 1, max: 1000 }),
    unitDen: fc.integer({ min: 1, max: 1000 }),
    shipped: fc.nat(5_000_000),
    over: fc.nat(2_000_000),
    arrivedShare: fc.oneof(fc.constant(1000), fc.integer({ min: 0, max: 1000 })),
    damagedShare: fc.integer({ min: 0, max: 1000 }),
    lots: fc.array(
      fc.record({ lot: fc.constantFrom('A', 'B', 'C'), share: fc.integer({ min: 0, max: 300 }) }),
      {
        maxLength: 3,
      },
    ),
    entered: fc.array(fc.nat(300), { maxLength: 3 }),
    others: fc.uniqueArray(
      fc.record({
        lot: fc.constantFrom('X', 'Y', 'Z'),
        acceptedShare: fc.nat(400),
        damagedOtherShare: fc.nat(200),
      }),
      { maxLength: 3, selector: ({ lot }) => lot },
    ),
  })
  .map(({ shipped, over, arrivedShare, damagedShare, lots, entered, others, ...line }) => {
    const getShare = (share: number) => Math.floor((shipped * share) / 1000);
    const arrived = over + Math.floor((shipped * arrivedShare) / 1000);
    const damaged = Math.floor((arrived * damagedShare) / 1000);
    return buildTestOrderLine({
      ...line,
      orderQtyMicro: shipped,
      shippedQtyMicro: shipped,
      overQtyMicro: over,
      damagedQtyMicro: damaged,
      receivedQtyMicro: arrived - damaged,
      lots: [
        ...lots.map(({ lot, share }, index) => {
          const shippedLot = { lot, qtyMicro: getShare(share) };
          const receivedMicro = Math.min(getShare(entered[index] ?? 0), shippedLot.qtyMicro);
          return entered[index] === undefined
            ? shippedLot
            : { ...shippedLot, receivedMicro, damagedMicro: 0 };
        }),
        ...others.map(({ lot, acceptedShare, damagedOtherShare }) => ({
          lot,
          qtyMicro: 0,
          isOther: true,
          receivedMicro: getShare(acceptedShare),
          damagedMicro: getShare(damagedOtherShare),
        })),
      ],
    });
  });

const buildOrder = (lines: OrderLifecycleLine[]) => ({ _id: 'o1', branch: 'b1', kitchen: 'k1', lines });
const buildMoves = (postings: Posting[]) =>
  postings.map((posting, index) => ({ ...posting, seq: index + 1, valueE4: 70 }));

/** Returns the effect of the postings on each location, per item; unaffected locations are absent. */
function sumByLocation(postings: Posting[], itemId: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const posting of postings.filter((candidate) => candidate.itemId === itemId)) {
    sums.set(posting.fromPlace, (sums.get(posting.fromPlace) ?? 0) - posting.qtyMicro);
    sums.set(posting.toPlace, (sums.get(posting.toPlace) ?? 0) + posting.qtyMicro);
  }
  return sums;
}

describe('for any order', () => {
  const anyOrder = fc.array(receivedLine, { maxLength: 5 }).map(buildOrder);

  test('every posting moves a positive quantity from one location to another, once per line and lot', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const postings = [...buildShipPostings(order), ...buildReceivePostings(order)];
        for (const itemId of ['i1', 'i2', 'i3']) {
          const total = [...sumByLocation(postings, itemId).values()].reduce(
            (sum, change) => sum + change,
            0,
          );
          expect(total).toBe(0);
        }
        expect(
          postings.every((posting) => posting.qtyMicro > 0 && Number.isSafeInteger(posting.qtyMicro)),
        ).toBe(true);
        const keys = postings.map(
          (posting) => `${posting.docLineId} ${posting.kind} ${posting.lot} ${posting.toLot ?? ''}`,
        );
        expect(new Set(keys).size).toBe(keys.length);
        // No more of a lot arrives than was shipped, under any lot code.
        const inTransit = new Map<string, number>();
        for (const { docLineId, lot, toPlace, qtyMicro } of postings) {
          const key = `${docLineId} ${lot}`;
          inTransit.set(key, (inTransit.get(key) ?? 0) + (toPlace === 'b1:transit' ? qtyMicro : -qtyMicro));
        }
        expect([...inTransit.values()].every((left) => left >= 0)).toBe(true);
      }),
    );
  });

  test('resolving all discrepancies empties transit and hold', () => {
    const actions = fc.record({
      short: fc.constantFrom<DiscrepancyAction>(
        'found_at_kitchen',
        'resend',
        'written_off',
        'found_at_branch',
      ),
      damaged: fc.constantFrom<DiscrepancyAction>('written_off', 'returned', 'resend'),
    });
    fc.assert(
      fc.property(receivedLine, actions, (line, action) => {
        const order = buildOrder([line]);
        const received = [...buildShipPostings(order), ...buildReceivePostings(order)];
        const found = findDiscrepancies(line).filter(({ type }) => type !== 'over');
        if (found.length === 0) expect(sumByLocation(received, line.itemId).get('b1:transit') ?? 0).toBe(0);
        const resolved = found.flatMap(({ type, qtyMicro }) => {
          const discrepancy = { _id: 'd1', type, qtyMicro, branch: 'b1', kitchen: 'k1', line };
          return buildDiscrepancyResolution(discrepancy, action[type as keyof typeof action])?.postings ?? [];
        });
        const after = sumByLocation([...received, ...resolved], line.itemId);
        expect(after.get('b1:transit') ?? 0).toBe(0);
        expect(after.get('b1:hold') ?? 0).toBe(0);
      }),
    );
  });

  test('shipping and unshipping leaves the stock unchanged', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const shipped = buildShipPostings(order);
        const moves = buildMoves([...shipped, ...buildReceivePostings(order)]);
        const unshipped = buildUnshipPostings(moves);
        expect(unshipped).toHaveLength(shipped.length);
        for (const itemId of ['i1', 'i2', 'i3']) {
          expect(
            [...sumByLocation([...shipped, ...unshipped], itemId).values()].every((change) => change === 0),
          ).toBe(true);
        }
      }),
    );
  });

  test('splitting a receipt neither loses nor creates a unit, for any ratio to the base unit', () => {
    fc.assert(
      fc.property(receivedLine, (line) => {
        const split = splitReceipt(line);
        const base = (micro: number) => convertMicro(micro, { num: line.unitNum, den: line.unitDen });
        expect(split.toBranchMicro + split.toHoldMicro + split.inTransitMicro).toBe(split.shippedMicro);
        expect(split.shippedMicro).toBe(base(line.shippedQtyMicro ?? 0));
        expect(split.overToBranchMicro + split.overToHoldMicro).toBe(base(line.overQtyMicro ?? 0));
        expect(Math.min(...Object.values(split))).toBeGreaterThanOrEqual(0);
        if (computeShortMicro(line) === 0) expect(split.inTransitMicro).toBe(0);
      }),
    );
  });
});
