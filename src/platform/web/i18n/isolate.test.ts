import { expect, test } from 'vitest';
import { isolateParameters } from './isolate.ts';

const texts = isolateParameters({
  plain: 'رجوع',
  group: { submit: (orderNo: string, count: number) => `تقديم ${orderNo} ${count}` },
}) as { plain: string; group: { submit(orderNo: string, count: number): string } };

test.each([
  ['a code', 'ORD-1', '\u2068ORD-1\u2069'],
  ['a signed number', '+4', '\u2068+4\u2069'],
  ['a bare number', '1,204', '1,204'],
  ['an Arabic name', 'أرز', 'أرز'],
])('isolates %s if needed', (_name, parameter, isolated) => {
  expect(texts.group.submit(parameter, 3)).toBe(`تقديم ${isolated} 3`);
});

test('messages without parameters are unchanged', () => expect(texts.plain).toBe('رجوع'));
