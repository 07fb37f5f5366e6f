import { expect, test } from 'vitest';
import { toastOffsetPx } from './toaster.tsx';

const bar = (top: number, bottom: number) => ({ top, bottom, height: bottom - top });

test('toasts stand above every bar at the foot of the window, however high it is', () => {
  expect(toastOffsetPx([], 740)).toBe(56);
  expect(toastOffsetPx([bar(676, 740)], 740)).toBe(76);
  // With a number pad, and with the bar of a panel above that of the page.
  expect(toastOffsetPx([bar(474, 740)], 740)).toBe(278);
  expect(toastOffsetPx([bar(700, 740), bar(620, 700)], 740)).toBe(132);
  // Neither a hidden one, nor one that stands at the head of a page or below what is in sight.
  expect(toastOffsetPx([bar(0, 0), bar(56, 110), bar(900, 960)], 740)).toBe(56);
});
