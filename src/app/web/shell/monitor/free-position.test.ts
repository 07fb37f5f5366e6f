import { expect, test } from 'vitest';
import { type Box, isFree, findNearestFreePosition, findNextFreePosition } from './free-position.ts';

const area: Box = { left: 8, top: 8, width: 1000, height: 600 };
const monitor: Box = { left: 400, top: 300, width: 240, height: 150 };
const button: Box = { left: 450, top: 320, width: 100, height: 40 };

test('keeps a free position', () => {
  expect(findNearestFreePosition(monitor, [], area)).toEqual(monitor);
});

test('moves off a button to the nearest free position', () => {
  const position = findNearestFreePosition(monitor, [button], area);
  expect(position && isFree(position, [button], area)).toBe(true);
  expect(position?.top).toBeGreaterThanOrEqual(button.top + button.height);
  expect(position && Math.hypot(position.left - monitor.left, position.top - monitor.top)).toBeLessThan(90);
});

test('moves back into the window', () => {
  expect(findNearestFreePosition({ ...monitor, left: 5000, top: -50 }, [], area)).toMatchObject({
    left: 768,
    top: 8,
  });
});

test('returns null when no position is free', () => {
  expect(findNearestFreePosition(monitor, [area], area)).toBeNull();
});

test('skips obstacles and stops at the edge', () => {
  const left = findNextFreePosition({ ...monitor, left: 560, top: 300 }, [-1, 0], [button], area);
  expect(left && left.left + left.width).toBeLessThanOrEqual(button.left);
  expect(findNextFreePosition({ ...monitor, left: 8 }, [-1, 0], [], area)).toBeNull();
});
