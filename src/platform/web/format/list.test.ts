import { afterEach, expect, test } from 'vitest';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { formatList } from './list.ts';

afterEach(() => localeStore.set('en'));

test('a list uses the language’s comma, and semicolons if its parts contain commas', () => {
  expect(formatList(['Dry store', 'Chiller'])).toBe('Dry store, Chiller');
  expect(formatList(['1, 2', '3'], true)).toBe('1, 2; 3');
  localeStore.set('ar');
  expect(formatList(['الثلاجة', 'المجمد'])).toBe('الثلاجة، المجمد');
  expect(formatList(['1، 2', '3'], true)).toBe('1، 2؛ 3');
  expect(formatList([])).toBe('');
});

test('a Latin name in an Arabic list is isolated', () => {
  localeStore.set('ar');
  expect(formatList(['Harbour', 'الضفة'])).toBe('\u2068Harbour\u2069، الضفة');
});
