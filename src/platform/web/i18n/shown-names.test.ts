import { expect, test } from 'vitest';
import { namesInLocale } from './shown-names.ts';

test.each([
  ['en', 'Tomato', 'طماطم', 'Tomato', 'طماطم'],
  ['ar', 'Tomato', 'طماطم', 'طماطم', 'Tomato'],
  ['ar', 'Tomato', null, 'Tomato', null],
  ['ar', 'Tomato', '', 'Tomato', ''],
] as const)('in %s, %s / %s reads %s', (locale, name, nameAlt, first, second) => {
  expect(namesInLocale(locale, { name, nameAlt })).toEqual({ name: first, nameAlt: second });
});
