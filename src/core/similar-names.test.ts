import { expect, test } from 'vitest';
import { isSameName } from './similar-names.ts';

test.each([
  ['Whole milk', 'whole  MILK', true],
  ['Tomato, chopped', 'Chopped tomatoes', true],
  ['Crème fraîche', 'Creme fraiche', true],
  ['Boxes (small)', 'Small box', true],
  ['دَجاج مشوي', 'دجاج مشوي', true],
  ['Milk', 'Whole milk', false],
  ['Milk 1 l', 'Milk 2 l', false],
  ['Swiss', 'Swis', false],
  ['Gas', 'Ga', false],
  ['-', '!', false],
  ['', '', false],
])('%j and %j are the same name: %s', (a, b, expected) => {
  expect([isSameName(a, b), isSameName(b, a)]).toEqual([expected, expected]);
});
