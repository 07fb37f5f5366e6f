import { expect, test } from 'vitest';
import { type Box, isFree, nearestFreePosition, nextFreePosition } from './free-position.ts';

const room: Box = { left: 8, top: 8, width: 1000, height: 600 };
const monitor: Box = { left: 400, top: 300, width: 240, height: 150 };
const button: Box = { left: 450, top: 320, width: 100, height: 40 };

test('where nothing lies it stays', () => {
  expect(nearestFreePosition(monitor, [], room)).toEqual(monitor);
});

test('from over a button it slides to the nearest free place', () => {
  const found = nearestFreePosition(monitor, [button], room);
  expect(found && isFree(found, [button], room)).toBe(true);
  expect(found?.top).toBeGreaterThanOrEqual(button.top + button.height);
  expect(found && Math.hypot(found.left - monitor.left, found.top - monitor.top)).toBeLessThan(90);
});

test('from outside the window it comes back in', () => {
  expect(nearestFreePosition({ ...monitor, left: 5000, top: -50 }, [], room)).toMatchObject({
    left: 768,
    top: 8,
  });
});

test('where all is taken there is no place', () => {
  expect(nearestFreePosition(monitor, [room], room)).toBeNull();
});

test('a step leads over what lies in the way, and stops at the edge', () => {
  const left = nextFreePosition({ ...monitor, left: 560, top: 300 }, [-1, 0], [button], room);
  expect(left && left.left + left.width).toBeLessThanOrEqual(button.left);
  expect(nextFreePosition({ ...monitor, left: 8 }, [-1, 0], [], room)).toBeNull();
});
