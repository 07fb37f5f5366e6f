import { expect, it, test } from 'vitest';
import { crateCode, isForBars, type Label, wholeSize } from './label.ts';
import { zplOf } from './zpl.ts';

const label: Label = {
  title: 'Harbour',
  mark: '2/3',
  facts: ['ORD-2026-000123', 'Fri 6 Mar · North, stop 4'],
  code: crateCode('ORD-2026-000123', 2),
  isGs1: false,
  codeText: 'ORD-2026-000123-2',
};
const fieldsOf = (zpl: string) => [...zpl.matchAll(/\^FD(.*?)\^FS/g)].map(([, data]) => data);

it('is one label each, of 62 x 29 mm at 203 dpi, in UTF-8, with the bars of its crate', () => {
  const zpl = zplOf([label, { ...label, mark: '3/3' }]);
  expect(zpl.match(/\^XA\r\n/g)).toHaveLength(2);
  expect(zpl.match(/\^XZ\r\n/g)).toHaveLength(2);
  expect(zpl).toContain('^CI28\r\n^PW496\r\n^LL232');
  expect(fieldsOf(zplOf([label]))).toEqual([
    'Harbour',
    'ORD-2026-000123',
    'Fri 6 Mar · North, stop 4',
    '2/3',
    'ORD-2026-000123-2',
    'ORD-2026-000123-2',
  ]);
  expect(zpl).toMatch(/\^BCN,76,N,N,N,A\^FH_\^FDORD-2026-000123-2\^FS/);
});

test.each([
  ['A^XZ^XA~JA', 'A_5EXZ_5EXA_7EJA'],
  ['under_score', 'under_5Fscore'],
  ['two\r\nlines\u0000', 'two lines '],
  ['مقهى الميناء', 'مقهى الميناء'],
])('a name of hostile signs is text, and never a command: %j', (title, said) => {
  const zpl = zplOf([{ ...label, title }]);
  expect(fieldsOf(zpl)[0]).toBe(said);
  expect(zpl.match(/\^XA/g)).toHaveLength(1);
  expect(zpl).not.toContain('~');
});

it('a > in the bars is no invocation of another code set', () => {
  expect(zplOf([{ ...label, code: 'A>5B' }])).toContain('^FDA>05B^FS');
});

it('a GS1 code is told with brackets, of which the printer makes FNC1', () => {
  const zpl = zplOf([{ ...label, code: '01095011015300031714070410AB-123', isGs1: true }]);
  expect(zpl).toContain('^BCN,76,N,N,N,D^FH_^FD(01)09501101530003(17)140704(10)AB-123^FS');
});

it.each([
  ['an SSCC', '00106141412345678908', '(00)106141412345678908'],
  ['goods by weight', '0109506000134352310300125010A', '(01)09506000134352(3103)001250(10)A'],
])('%s is told with all digits of its AI', (_, code, printed) => {
  expect(zplOf([{ ...label, code, isGs1: true }])).toContain(`^FD${printed}^FS`);
});

it('what Code 128 cannot say has no bars', () => {
  for (const code of ['طلب-1', '', 'x'.repeat(49)]) {
    expect(isForBars(code)).toBe(false);
    expect(zplOf([{ ...label, code }])).not.toContain('^BC');
  }
});

it('what it contains is never cut off: with all 14 allergens the letters are smaller, and the bars lower', () => {
  const most =
    'Contains celery, crustaceans, eggs, fish, gluten, lupin, milk and molluscs · May contain mustard, nuts, peanuts, sesame, soybeans and sulphites';
  const [, width = 0, height = 0, size = 1] =
    /\^FO16,84\^A0N,\d+,\d+\^TBN,(\d+),(\d+)\^FH_\^FDContains/
      .exec(zplOf([{ ...label, whole: most }]))
      ?.map(Number) ?? [];
  expect(zplOf([{ ...label, whole: most }])).toContain(most);
  expect(zplOf([{ ...label, whole: most }])).toContain('^FO16,158^BY2^BCN,40');
  expect([width, height, size]).toEqual([464, 72, 1]);
  for (let length = 1; length <= 236; length += 1) {
    const { letterMm, lines } = wholeSize('x'.repeat(length));
    expect(lines * letterMm * 1.1).toBeLessThanOrEqual(9);
    expect(letterMm * 0.5 * Math.ceil(length / lines)).toBeLessThanOrEqual(57);
  }
  // What fits on a line leaves the bars as high as they are.
  expect(zplOf([{ ...label, whole: 'Contains gluten' }])).toContain('^FO16,118^BY2^BCN,76');
});
