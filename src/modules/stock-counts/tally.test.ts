import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TallyEntry, tallyEntries } from './tally.ts';

/**
 * Builds entries from `device=5` (set), `device+2` (add) and `device=-` (removed); a trailing `!` means that
 * the device had received all earlier entries.
 */
function buildEntries(text: string): TallyEntry[] {
  return text.split(' ').map((entry, index) => {
    const [, device = '', sign, qty = '', hasSeen] = /^(\w)([=+])(-|\d+)(!?)$/.exec(entry) ?? [];
    return {
      seq: index + 1,
      device,
      by: device,
      byName: device,
      at: '2026-03-04T09:00:00.000Z',
      mode: sign === '=' ? 'set' : 'add',
      qtyMicro: qty === '-' ? null : Number(qty),
      pieces: null,
      lastSeenSeq: hasSeen ? index : 0,
      bookSeq: 10 - index,
    };
  });
}

it.each([
  ['a=5', 5, false],
  ['a=0', 0, false],
  ['a=5 a=7', 7, false],
  ['a=5 a=-', null, false],
  ['a+2 a+3', 5, false],
  ['a+2 b+3', 5, false],
  ['a=5 b=6', 5, true],
  ['a=5 b=0', 5, true],
  ['a=5 b=6!', 6, false],
  ['a=5 b=6 a=11!', 11, false],
  ['a=5 b=6 b=7', 5, true],
  ['a=5 b=-', 5, false],
  ['a=5 b+2', 7, false],
])('%s totals %s, conflicting: %s', (text, counted, hasConflict) => {
  expect(tallyEntries(buildEntries(text))).toMatchObject({ countedMicro: counted, hasConflict });
});

it('returns the latest entry and the earliest ledger position', () => {
  expect(tallyEntries(buildEntries('a+2 b+3'))).toMatchObject({
    fromSeq: 9,
    last: { bookSeq: 9, device: 'b' },
  });
  expect(tallyEntries(buildEntries('a=-'))).toMatchObject({ last: null, fromSeq: null });
});

it('C8: adds every entry, regardless of device and order', () => {
  const add = fc.record({ device: fc.constantFrom('a', 'b', 'c'), qty: fc.nat(1000) });
  fc.assert(
    fc.property(fc.array(add, { minLength: 1, maxLength: 20 }), (adds) => {
      const text = adds.map(({ device, qty }) => `${device}+${qty}`).join(' ');
      const sum = adds.reduce((total, { qty }) => total + qty, 0);
      const tally = tallyEntries(buildEntries(text));
      expect(tally).toMatchObject({ countedMicro: sum, hasConflict: false });
      expect(tally.parts.reduce((total, { qtyMicro }) => total + qtyMicro, 0)).toBe(sum);
    }),
  );
});
