import { expect, test } from 'vitest';
import { clearOfBars } from './toaster.tsx';

const bar = (top: number, bottom: number) => ({ top, bottom, height: bottom - top });

test('toasts stand above every bar at the foot of the window, however high it is', () => {
  expect(clearOfBars([], 740)).toBe(56);
  expect(clearOfBars([bar(676, 740)], 740)).toBe(76);
  // With a number pad, and with the bar of a panel above that of the page.
  expect(clearOfBars([bar(474, 740)], 740)).toBe(278);
  expect(clearOfBars([bar(700, 740), bar(620, 700)], 740)).toBe(132);
  // Neither a hidden one, nor one that stands at the head of a page or below what is in sight.
  expect(clearOfBars([bar(0, 0), bar(56, 110), bar(900, 960)], 740)).toBe(56);
});
