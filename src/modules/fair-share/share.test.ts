import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type ShareBasis, shareBases } from './bases.ts';
import { computeFairShare, type ShareRequest, type ShareTerms } from './share.ts';

const toMicro = (qty: number) => Math.round(qty * 1e6);

/**
 * Requests written as `ordered/pack,key=value…`: p priority, u usage per day, o typical order, h on hand, b
 * branch.
 */
function parseRequests(text: string): ShareRequest[] {
  return text.split(' ').map((entry, index) => {
    const [size = '', ...rest] = entry.split(',');
    const [ordered = '', pack] = size.split('/');
    const options = new Map(rest.map((pair) => pair.split('=') as [string, string]));
    const number = (key: string) => (options.has(key) ? toMicro(Number(options.get(key))) : null);
    return {
      id: String(index),
      branch: options.get('b') ?? `branch ${index}`,
      tie: `2026-03-0${index + 1}`,
      requestedMicro: toMicro(Number(ordered)),
      packMicro: toMicro(Number(pack ?? 1)),
      isWhole: true,
      priority: Number(options.get('p') ?? 1),
      typicalMicro: number('o'),
      usageMicro: number('u'),
      stockMicro: number('h') ?? 0,
    };
  });
}

const createTerms = (basis: ShareBasis, cap: number | null = null): ShareTerms => ({ basis, cap });
const formatShares = (supply: number, text: string, terms: ShareTerms) =>
  [...computeFairShare(toMicro(supply), parseRequests(text), terms).allocated.values()]
    .map((micro) => micro / 1e6)
    .join(' ');

describe('P7: shares by basis, category and cap', () => {
  it.each([
    // Worked example: 10, 20 and 50 ordered or used, 50 available.
    ['ordered', 50, '10 20 50', '6 13 31'],
    ['use', 50, '30,u=10 40,u=20 60,u=50', '6 13 31'],
    ['ordered', 100, '10 20 50', '10 20 50'],
    ['ordered', 80, '10 20 50', '10 20 50'],
    ['ordered', 0, '10 20', '0 0'],
    ['ordered', -5, '10', '0'],
    ['ordered', 10, '6 6 6', '4 3 3'],
    ['ordered', 24, '24/6 12/6', '18 6'],
    ['ordered', 11, '12/6 12/6', '6 0'],
    ['ordered', 5, '12/6 12/6', '0 0'],
    // The remainder of a request after whole packs is allocated as one unit.
    ['ordered', 7, '7/5 0/5', '7 0'],
    // No branch gets more than it ordered, regardless of its usage.
    ['use', 50, '5,u=40 60,u=10', '5 45'],
    // A branch without known usage is assumed to use as much as the others.
    ['use', 30, '20,u=5 20,u=5 20', '10 10 10'],
    // If no usage is known, the ordered quantity is the basis.
    ['use', 40, '20 60', '10 30'],
    ['cover', 40, '20 60', '10 30'],
    // Two days for each: 20 and 10, less stock on hand.
    ['cover', 20, '30,u=10,h=10 30,u=5,h=0', '10 10'],
    // A branch that already has more days of cover than the others receive gets nothing.
    ['cover', 10, '30,u=10,h=90 30,u=5,h=0', '0 10'],
    ['cover', 12, '4,u=10,h=0 30,u=10,h=0', '4 8'],
  ] as const)('by %s, supply %d, ordered %s: %s', (basis, supply, text, expected) => {
    expect(formatShares(supply, text, createTerms(basis))).toBe(expected);
  });

  it.each([
    // Categories are supplied in full by priority; the first one that the supply doesn't cover shares the
    // remainder.
    [45, '10,p=1 20,p=1 30,p=2', '10 20 15'],
    [45, '30,p=2 10,p=1 20,p=1', '15 10 20'],
    [15, '10,p=1 20,p=1 30,p=2', '5 10 0'],
    [45, '10,p=1 20,p=1 30,p=2 5,p=3', '10 20 15 0'],
  ])('supply %d, categories %s: %s', (supply, text, expected) => {
    expect(formatShares(supply, text, createTerms('ordered'))).toBe(expected);
  });

  it.each([
    // An order of ten times the typical quantity gets no more than one of three times.
    ['ordered', 40, '100,o=10 30,o=30', 3, '20 20'],
    ['ordered', 40, '100,o=10 30,o=30', null, '31 9'],
    // The part above the cap is allocated last, if the supply is sufficient.
    ['ordered', 70, '100,o=10 30,o=30', 3, '40 30'],
    ['ordered', 130, '100,o=10 30,o=30', 3, '100 30'],
    // The cap is rounded up to packs; without a typical order there is none.
    ['ordered', 24, '48/6,o=5 24/6,o=24', 1, '6 18'],
    ['ordered', 50, '75 25,o=25', 1, '38 12'],
    // Two orders of one branch form a single claim.
    ['ordered', 40, '50,o=10,b=x 50,o=10,b=x 30,o=30', 3, '20 0 20'],
    ['use', 40, '100,u=10,b=x 100,u=10,b=x 60,u=10', null, '20 0 20'],
  ] as const)(
    'by %s, supply %d, ordered %s, capped at %s typical orders: %s',
    (basis, supply, text, cap, expected) => {
      expect(formatShares(supply, text, createTerms(basis, cap))).toBe(expected);
    },
  );
});

describe('P6: the explanation of the rule', () => {
  const computeRule = (supply: number, text: string, terms: ShareTerms) =>
    computeFairShare(toMicro(supply), parseRequests(text), terms).rule;

  it.each([
    [
      50,
      '10 20 50',
      createTerms('ordered'),
      [
        { code: 'by-ordered', percent: 62, wholePacks: true },
        { code: 'remainder-to', branches: ['branch 1'] },
      ],
    ],
    [80, '10 20 50', createTerms('ordered'), [{ code: 'enough' }]],
    [0, '10', createTerms('ordered'), [{ code: 'nothing' }]],
    [
      45,
      '10,p=1 20,p=2 30,p=2 4,p=3',
      createTerms('ordered'),
      [
        { code: 'first', branches: ['branch 0'] },
        { code: 'by-ordered', percent: 70, wholePacks: true },
        { code: 'later', branches: ['branch 3'] },
      ],
    ],
    [
      11,
      '12/6 12/6',
      createTerms('cover'),
      [
        { code: 'no-usage' },
        { code: 'by-ordered', percent: 25, wholePacks: true },
        { code: 'remainder-to', branches: ['branch 0'] },
        { code: 'remaining', qty: 5 },
      ],
    ],
    [
      20,
      '30,u=10,h=10 30,u=5,h=0',
      createTerms('cover'),
      [{ code: 'by-cover', tenthsOfDays: 20, wholePacks: true }],
    ],
    [
      40,
      '100,o=10 30,o=30',
      createTerms('ordered', 3),
      [
        { code: 'by-ordered', percent: 66, wholePacks: true },
        { code: 'capped', branches: ['branch 0'], times: 3 },
      ],
    ],
    [
      30,
      '20,u=5 20,u=5 20',
      createTerms('use'),
      [
        { code: 'by-use', percent: 50, wholePacks: true },
        { code: 'usage-estimated', branches: ['branch 2'] },
      ],
    ],
  ])('supply %d, ordered %s', (supply, text, terms, expected) => {
    const result = computeRule(supply, text, terms);
    // Rounds the days of cover, whose exact value depends on pack boundaries.
    const roundedResult = result.map((claim) =>
      claim.code === 'by-cover' ? { ...claim, tenthsOfDays: Math.round(claim.tenthsOfDays / 2) * 2 } : claim,
    );
    expect(roundedResult).toEqual(expected);
  });

  it('gives a reason for every line', () => {
    const reason = (supply: number, text: string, terms: ShareTerms) =>
      [...computeFairShare(toMicro(supply), parseRequests(text), terms).reasons.values()].join(' ');
    expect(reason(45, '10,p=1 30,p=2 30,p=2 5,p=3', createTerms('ordered'))).toBe('all share share later');
    expect(reason(10, '30,u=10,h=90 30,u=5,h=0', createTerms('cover'))).toBe('covered share');
    expect(reason(40, '90,o=10 10,o=10', createTerms('ordered', 3))).toBe('capped all');
    expect(reason(6, '100/5 5/5 5/5', createTerms('ordered'))).toBe('share none none');
  });
});

const arbitraryRequest = fc.record({
  requestedMicro: fc.integer({ min: 0, max: 90 }),
  packMicro: fc.integer({ min: 1, max: 12 }),
  priority: fc.integer({ min: 1, max: 3 }),
  typicalMicro: fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }),
  usageMicro: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
  stockMicro: fc.integer({ min: 0, max: 60 }),
  branch: fc.integer({ min: 1, max: 6 }),
});
type RandomRequest = { branch: number } & Omit<ShareRequest, 'id' | 'branch' | 'tie' | 'isWhole'>;

/** A branch has the same priority, usage and stock on all its lines. */
const toRequests = (list: readonly RandomRequest[], packMicro?: number): ShareRequest[] =>
  list.map((entry, index) => {
    const branchEntry = list.find(({ branch }) => branch === entry.branch) ?? entry;
    const pack = packMicro ?? entry.packMicro;
    return {
      ...branchEntry,
      requestedMicro: packMicro === undefined ? entry.requestedMicro : entry.requestedMicro * pack,
      packMicro: pack,
      isWhole: true,
      id: String(index),
      branch: String(entry.branch),
      tie: String(index).padStart(3, '0'),
    };
  });

const arbitraryTerms = fc.record({
  basis: fc.constantFrom(...shareBases),
  cap: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
});
const arbitraryRequests = fc.array(arbitraryRequest, { maxLength: 9 });
const arbitrarySupply = fc.integer({ min: 0, max: 600 });
const runs = { numRuns: 400 };

const sumShares = (shares: ReadonlyMap<string, number>) =>
  [...shares.values()].reduce((sum, qty) => sum + qty, 0);
const sumRequested = (list: readonly ShareRequest[]) =>
  list.reduce((sum, { requestedMicro }) => sum + requestedMicro, 0);

describe('P6: invariants for any orders', () => {
  test('the shares add up to the supply in packs, or to the total ordered', () => {
    fc.assert(
      fc.property(
        arbitrarySupply,
        arbitraryRequests,
        fc.integer({ min: 1, max: 12 }),
        arbitraryTerms,
        (supply, list, pack, terms) => {
          const requests = toRequests(list, pack);
          const shared = computeFairShare(supply, requests, terms);
          const sum = Math.min(Math.floor(supply / pack) * pack, sumRequested(requests));
          expect(sumShares(shared.allocated)).toBe(sum);
          expect(shared.remainingMicro).toBe(supply - sum);
        },
      ),
      runs,
    );
  });

  test('with different packs, the remainder is smaller than the largest pack of the unfilled lines', () => {
    fc.assert(
      fc.property(arbitrarySupply, arbitraryRequests, arbitraryTerms, (supply, list, terms) => {
        const requests = toRequests(list);
        const { allocated, remainingMicro } = computeFairShare(supply, requests, terms);
        expect(sumShares(allocated) + remainingMicro).toBe(supply);
        const unfilled = requests.filter(
          ({ id, requestedMicro }) => (allocated.get(id) ?? 0) < requestedMicro,
        );
        if (unfilled.length > 0)
          expect(remainingMicro).toBeLessThan(Math.max(...unfilled.map((request) => request.packMicro)));
      }),
      runs,
    );
  });

  test('no line gets more than ordered, and shares below the order are whole packs', () => {
    fc.assert(
      fc.property(arbitrarySupply, arbitraryRequests, arbitraryTerms, (supply, list, terms) => {
        const requests = toRequests(list);
        const { allocated } = computeFairShare(supply, requests, terms);
        for (const { id, requestedMicro, packMicro } of requests) {
          const qtyMicro = allocated.get(id) ?? -1;
          expect(qtyMicro).toBeGreaterThanOrEqual(0);
          expect(qtyMicro).toBeLessThanOrEqual(requestedMicro);
          if (qtyMicro < requestedMicro) expect(qtyMicro % packMicro).toBe(0);
        }
      }),
      runs,
    );
  });

  test('no line gets less if the supply increases', () => {
    fc.assert(
      fc.property(
        arbitrarySupply,
        fc.integer({ min: 1, max: 40 }),
        arbitraryRequests,
        arbitraryTerms,
        (supply, addedSupply, list, terms) => {
          const requestList = toRequests(list);
          const [before, after] = [
            computeFairShare(supply, requestList, terms),
            computeFairShare(supply + addedSupply, requestList, terms),
          ];
          for (const { id } of requestList)
            expect(after.allocated.get(id) ?? 0).toBeGreaterThanOrEqual(before.allocated.get(id) ?? 0);
        },
      ),
      runs,
    );
  });

  test("the result doesn't depend on the order of the rows", () => {
    const shuffled = arbitraryRequests.chain((list) =>
      fc.tuple(
        fc.constant(toRequests(list)),
        fc.shuffledSubarray(toRequests(list), { minLength: list.length, maxLength: list.length }),
      ),
    );
    fc.assert(
      fc.property(arbitrarySupply, shuffled, arbitraryTerms, (supply, [list, reordered], terms) => {
        const expected = computeFairShare(supply, list, terms);
        const actual = computeFairShare(supply, reordered, terms);
        expect(actual.rule).toEqual(expected.rule);
        for (const { id } of list) {
          expect(actual.allocated.get(id)).toBe(expected.allocated.get(id));
          expect(actual.reasons.get(id)).toBe(expected.reasons.get(id));
        }
      }),
      runs,
    );
  });

  test('a category is supplied only after every higher-priority category has everything within its cap', () => {
    fc.assert(
      fc.property(arbitrarySupply, arbitraryRequests, (supply, list) => {
        const requests = toRequests(list);
        const { allocated } = computeFairShare(supply, requests, createTerms('ordered'));
        const unfilled = requests.filter(
          ({ id, requestedMicro }) => (allocated.get(id) ?? 0) < requestedMicro,
        );
        const servedPriority = Math.min(...unfilled.map(({ priority }) => priority));
        for (const { id, priority } of requests)
          if (priority > servedPriority) expect(allocated.get(id)).toBe(0);
      }),
      runs,
    );
  });

  test('two equal requests under the same rule differ by at most one pack', () => {
    fc.assert(
      fc.property(
        arbitrarySupply,
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 2, max: 8 }),
        (supply, orderedQtys, pack, count) => {
          const text = Array.from({ length: count }, () => `${orderedQtys}/${pack}`).join(' ');
          const { allocated } = computeFairShare(
            toMicro(supply),
            parseRequests(text),
            createTerms('ordered'),
          );
          const shares = [...allocated.values()];
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(toMicro(pack));
        },
      ),
      runs,
    );
  });

  test('quantities at the limit of the range are shared exactly', () => {
    const max = 9_000_000_000_000_000;
    const requestList = parseRequests('1 1 1').map((request) => ({
      ...request,
      requestedMicro: 2_999_999_999_999_999,
      packMicro: 1,
    }));
    const { allocated, remainingMicro } = computeFairShare(max - 1e9, requestList, createTerms('ordered'));
    expect(sumShares(allocated)).toBe(max - 1e9);
    expect(remainingMicro).toBe(0);
  });
});
