import { expect, test } from 'vitest';
import { toastOffsetPx } from './toaster.tsx';

const buildBar = (top: number, bottom: number) => ({ top, bottom, height: bottom - top });

test('toasts are above every bar at the bottom of the window', () => {
  expect(toastOffsetPx([], 740)).toBe(56);
  expect(toastOffsetPx([buildBar(676, 740)], 740)).toBe(76);
  // With a number pad, and with a panel's bar above the page's.
  expect(toastOffsetPx([buildBar(474, 740)], 740)).toBe(278);
  expect(toastOffsetPx([buildBar(700, 740), buildBar(620, 700)], 740)).toBe(132);
  // Hidden bars, bars at the top, and bars below the window are ignored.
  expect(toastOffsetPx([buildBar(0, 0), buildBar(56, 110), buildBar(900, 960)], 740)).toBe(56);
});
