import { expect, test } from 'vitest';
import { orderNames } from './display-names.ts';

test.each([
  ['en', 'Tomato', 'طماطم', 'Tomato', 'طماطم'],
  ['ar', 'Tomato', 'طماطم', 'طماطم', 'Tomato'],
  ['ar', 'Tomato', null, 'Tomato', null],
  ['ar', 'Tomato', '', 'Tomato', ''],
] as const)('in %s, %s / %s reads %s', (locale, name, nameAlt, first, second) => {
  expect(orderNames(locale, { name, nameAlt })).toEqual({ name: first, nameAlt: second });
});
