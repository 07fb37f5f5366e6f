import { expect, test } from 'vitest';
import { prefersAltName } from './languages.ts';

test.each([
  ['ar', true],
  ['ar-EG,ar;q=0.9,en;q=0.8', true],
  ['fr', true],
  ['en', false],
  ['EN-us', false],
  ['en-US,ar;q=0.9', false],
  ['*', false],
  ['', false],
  ['; drop table', false],
  [undefined, false],
])('Accept-Language %s puts the second name first: %s', (header, expected) => {
  expect(prefersAltName(header)).toBe(expected);
});
