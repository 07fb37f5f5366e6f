import { expect, test } from 'vitest';
import { toastOffsetPx } from './toaster.tsx';

const bar = (top: number, bottom: number) => ({ top, bottom, height: bottom - top });

test('toasts are above every bar at the bottom of the window', () => {
  expect(toastOffsetPx([], 740)).toBe(56);
  expect(toastOffsetPx([bar(676, 740)], 740)).toBe(76);
  // With a number pad, and with a panel's bar above the page's.
  expect(toastOffsetPx([bar(474, 740)], 740)).toBe(278);
  expect(toastOffsetPx([bar(700, 740), bar(620, 700)], 740)).toBe(132);
  // Hidden bars, bars at the top, and bars below the window are ignored.
  expect(toastOffsetPx([bar(0, 0), bar(56, 110), bar(900, 960)], 740)).toBe(56);
});
