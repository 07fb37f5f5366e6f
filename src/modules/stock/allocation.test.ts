import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toMicro } from '#core/quantity.ts';
import { allocateStock, type StockClaim } from './allocation.ts';

const m = toMicro;

/** Claims written as `priority:quantity/pack`; the pack may be left out. */
function buildClaims(text: string): StockClaim[] {
  return text.split(' ').map((claim, index) => {
    const [priority = '', rest = ''] = claim.split(':');
    const [qty = '', pack] = rest.split('/');
    const packMicro = pack === undefined ? null : m(pack);
    return { id: String(index), qtyMicro: m(qty), priority: Number(priority), packMicro };
  });
}

test.each([
  [100, '1:10 1:20 2:30', '10 20 30'],
  [30, '1:10 1:20 2:30', '10 20 0'],
  [45, '1:10 1:20 2:30', '10 20 15'],
  [45, '2:30 1:10 1:20', '15 10 20'],
  [45, '1:10 1:20 2:30 3:5', '10 20 15 0'],
  [15, '1:10 1:20', '5 10'],
  [0, '1:10 1:20', '0 0'],
  [-5, '1:10', '0'],
  [10, '1:0 1:10', '0 10'],
  [10, '1:6/1 1:6/1 1:6/1', '4 3 3'],
  [20, '1:12/6 1:18/6', '6 12'],
  [11, '1:12/6 1:12/6', '6 0'],
  [24, '1:24/6 1:12/6', '18 6'],
  [5, '1:12/6 1:12/6', '0 0'],
  [7, '1:5/5 1:4/5', '5 0'],
])('%d shared among %s: %s', (available, requests, expected) => {
  const granted = allocateStock(m(available), buildClaims(requests));
  expect([...granted.values()].map((micro) => micro / 1e6).join(' ')).toBe(expected);
});

const anyClaims = fc
  .array(
    fc.record({
      qtyMicro: fc.integer({ min: 0, max: 9_000_000_000 }),
      priority: fc.integer({ min: 1, max: 3 }),
      packMicro: fc.option(fc.integer({ min: 1, max: 1_000_000_000 }), { nil: null }),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.map((claim, index): StockClaim => ({ ...claim, id: String(index) })));

test('no claim gets more than requested, the total never exceeds the supply, and packs stay whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000_000_000 }), anyClaims, (available, requests) => {
      const granted = allocateStock(available, requests);
      const total = [...granted.values()].reduce((sum, micro) => sum + micro, 0);
      expect(total).toBeLessThanOrEqual(available);
      for (const claim of requests) {
        const micro = granted.get(claim.id) ?? -1;
        expect(micro).toBeGreaterThanOrEqual(0);
        expect(micro).toBeLessThanOrEqual(claim.qtyMicro);
        if (micro < claim.qtyMicro && claim.packMicro !== null) expect(micro % claim.packMicro).toBe(0);
      }
    }),
  );
});

test('no claim gets anything before all claims of a higher priority are satisfied', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000_000_000 }), anyClaims, (available, requests) => {
      const granted = allocateStock(available, requests);
      const unserved = requests.filter((claim) => (granted.get(claim.id) ?? 0) < claim.qtyMicro);
      const highestUnserved = Math.min(...unserved.map((claim) => claim.priority));
      for (const claim of requests)
        if (claim.priority > highestUnserved) expect(granted.get(claim.id)).toBe(0);
    }),
  );
});

test('without packs the whole supply is allocated', () => {
  const claimsWithoutPacks = anyClaims.map((list) =>
    list.map((claim) => ({ ...claim, packMicro: null, priority: 1 })),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000_000_000 }), claimsWithoutPacks, (available, requests) => {
      const total = [...allocateStock(available, requests).values()].reduce((sum, micro) => sum + micro, 0);
      expect(total).toBe(
        Math.min(
          available,
          requests.reduce((sum, claim) => sum + claim.qtyMicro, 0),
        ),
      );
    }),
  );
});
