import { expect, test } from 'vitest';
import { computeToastOffsetPx } from './toaster.tsx';

const buildBar = (top: number, bottom: number) => ({ top, bottom, height: bottom - top });

test('toasts are above every bar at the bottom of the window', () => {
  expect(computeToastOffsetPx([], 740)).toBe(56);
  expect(computeToastOffsetPx([buildBar(676, 740)], 740)).toBe(76);
  // With a number pad, and with a panel's bar above the page's.
  expect(computeToastOffsetPx([buildBar(474, 740)], 740)).toBe(278);
  expect(computeToastOffsetPx([buildBar(700, 740), buildBar(620, 700)], 740)).toBe(132);
  // Hidden bars, bars at the top, and bars below the window are ignored.
  expect(computeToastOffsetPx([buildBar(0, 0), buildBar(56, 110), buildBar(900, 960)], 740)).toBe(56);
});
