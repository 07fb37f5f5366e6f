import { expect, it } from 'vitest';
import { createRepeatFilter } from './repeat-filter.ts';

/** Pictures are taken every half second; a code that is missing in three of them has been out of view for 1.5 s. */
it.each<[string, (string | null)[], boolean[]]>([
  ['counts a code only once while it stays in view', ['A', 'A', 'A', 'A'], [true, false, false, false]],
  ['ignores a short absence', ['A', null, null, 'A'], [true, false, false, false]],
  ['counts a code that reappears', ['A', null, null, null, 'A'], [true, false, false, false, true]],
  [
    'counts each of two alternating codes only once',
    ['A', 'B', 'A', 'B', 'A'],
    [true, true, false, false, false],
  ],
  ['counts a code after others', ['A', 'B', 'B', 'B', 'A'], [true, true, false, false, true]],
])('%s', (_, pictures, expected) => {
  const { isNew } = createRepeatFilter();
  expect(pictures.map((code, index) => isNew(code, index * 500))).toEqual(expected);
});

it('counts a code once on a device that pauses for a while', () => {
  const { isNew } = createRepeatFilter();
  expect([isNew('A', 0), isNew('A', 10_000)]).toEqual([true, false]);
});

it('counts a code in view again after a tap', () => {
  const filter = createRepeatFilter();
  expect([filter.isNew('A', 0), filter.isNew('A', 100)]).toEqual([true, false]);
  filter.reset();
  expect(filter.isNew('A', 200)).toBe(true);
});
