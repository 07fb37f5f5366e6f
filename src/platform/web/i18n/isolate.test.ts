import { expect, test } from 'vitest';
import { isolateBlanks } from './isolate.ts';

const texts = isolateBlanks({
  plain: 'رجوع',
  group: { submit: (orderNo: string, count: number) => `تقديم ${orderNo} ${count}` },
}) as { plain: string; group: { submit(orderNo: string, count: number): string } };

test.each([
  ['a code', 'ORD-1', '\u2068ORD-1\u2069'],
  ['a signed number', '+4', '\u2068+4\u2069'],
  ['a bare number', '1,204', '1,204'],
  ['an Arabic name', 'أرز', 'أرز'],
])('%s', (_name, blank, filled) => {
  expect(texts.group.submit(blank, 3)).toBe(`تقديم ${filled} 3`);
});

test('texts without parameters are unchanged', () => expect(texts.plain).toBe('رجوع'));
