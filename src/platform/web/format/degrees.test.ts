import { expect, test } from 'vitest';
import { parseDegrees } from './degrees.ts';

test.each([
  ['8.2', 8.2],
  ['8,2', 8.2],
  [' -18 ', -18],
  ['−18.5', -18.5],
  ['٨٫٢', 8.2],
  ['-۱۸', -18],
  ['-0', 0],
  ['', null],
  ['8.25', null],
  ['201', null],
  ['warm', null],
])('reads %j as %j', (text, degrees) => {
  expect(parseDegrees(text)).toBe(degrees);
});
