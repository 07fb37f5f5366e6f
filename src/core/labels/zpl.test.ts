import { expect, it, test } from 'vitest';
import {
  formatCrateCode,
  declarationMm,
  computeLabelHeight,
  canEncodeInCode128,
  type LabelContent,
  computeLabelLayout,
  labelSize,
  fitContents,
} from './label.ts';
import { toZpl } from './zpl.ts';

const label: LabelContent = {
  title: 'Harbour',
  mark: '2/3',
  facts: ['ORD-2026-000123', 'Fri 6 Mar · North, stop 4'],
  code: formatCrateCode('ORD-2026-000123', 2),
  isGs1: false,
  codeText: 'ORD-2026-000123-2',
};
const extractFields = (zpl: string) => [...zpl.matchAll(/\^FD(.*?)\^FS/g)].map(([, data]) => data);

it('prints one UTF-8 label of 62 x 29 mm at 203 dpi per crate, with its barcode', () => {
  const zpl = toZpl([label, { ...label, mark: '3/3' }]);
  expect(zpl.match(/\^XA\r\n/g)).toHaveLength(2);
  expect(zpl.match(/\^XZ\r\n/g)).toHaveLength(2);
  expect(zpl).toContain('^CI28\r\n^PW496\r\n^LL232');
  expect(extractFields(toZpl([label]))).toEqual([
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
])('escapes control characters in the name %j', (title, printed) => {
  const zpl = toZpl([{ ...label, title }]);
  expect(extractFields(zpl)[0]).toBe(printed);
  expect(zpl.match(/\^XA/g)).toHaveLength(1);
  expect(zpl).not.toContain('~');
});

it('escapes a > in the barcode, so that it does not switch code sets', () => {
  expect(toZpl([{ ...label, code: 'A>5B' }])).toContain('^FDA>05B^FS');
});

it('prints a QR code that opens the lot next to title and facts, and above the contents', () => {
  const linked = { ...label, mark: '', link: 'https://stock.example/open/lot/1/A_1' };
  const zpl = toZpl([linked]);
  expect(zpl).toContain('^FO392,10^BQN,2,2^FH_^FDMA,https://stock.example/open/lot/1/A_5F1^FS');
  expect(zpl).toContain('^TBN,368,37^FH_^FDHarbour^FS');
  const { qr, contents, bars } = computeLabelLayout({
    ...linked,
    facts: ['a'.repeat(60)],
    contents: 'x'.repeat(90),
  });
  expect(contents.top).toBeGreaterThanOrEqual(qr.top + qr.size);
  expect(bars.height).toBeGreaterThan(4);
});

it('writes a GS1 code with brackets, which the printer turns into FNC1', () => {
  const zpl = toZpl([{ ...label, code: '01095011015300031714070410AB-123', isGs1: true }]);
  expect(zpl).toContain('^BCN,76,N,N,N,D^FH_^FD(01)09501101530003(17)140704(10)AB-123^FS');
});

it.each([
  ['an SSCC', '00106141412345678908', '(00)106141412345678908'],
  ['goods by weight', '0109506000134352310300125010A', '(01)09506000134352(3103)001250(10)A'],
])('writes %s with all digits of the AI', (_, code, printed) => {
  expect(toZpl([{ ...label, code, isGs1: true }])).toContain(`^FD${printed}^FS`);
});

it('omits the barcode for characters that Code 128 cannot encode', () => {
  for (const code of ['طلب-1', '', 'x'.repeat(49)]) {
    expect(canEncodeInCode128(code)).toBe(false);
    expect(toZpl([{ ...label, code }])).not.toContain('^BC');
  }
});

it('prints allergens in full, without overlapping parts of the label', () => {
  const longest =
    'Contains celery, crustaceans, eggs, fish, gluten, lupin, milk and molluscs · May contain mustard, nuts, peanuts, sesame, soybeans and sulphites';
  expect(toZpl([{ ...label, contents: longest }])).toContain(longest);
  for (let length = 0; length <= 236; length += 1) {
    const text = 'x'.repeat(length);
    const { letterMm, lines } = fitContents(text);
    expect(letterMm * 0.5 * Math.ceil(length / Math.max(1, lines))).toBeLessThanOrEqual(57);
    const { title, facts, contents, bars, codeText } = computeLabelLayout({ ...label, contents: text });
    const last = facts.at(-1) ?? { top: 0, letterMm: 0 };
    expect(title.top + title.letterMm).toBeLessThanOrEqual(facts[0]?.top ?? 0);
    expect(last.top + last.letterMm).toBeLessThanOrEqual(contents.top);
    expect(contents.top + contents.height).toBeLessThanOrEqual(bars.top);
    expect(bars.height).toBeGreaterThanOrEqual(4);
    expect(bars.top + bars.height).toBeLessThanOrEqual(codeText.top);
    expect(codeText.top + codeText.letterMm).toBeLessThanOrEqual(labelSize.height);
  }
  expect(computeLabelLayout({ ...label, contents: 'Contains gluten' }).bars.height).toBeGreaterThan(8);
});

it('prints a long text in a smaller font instead of truncating it', () => {
  const fact = 'Thawed · Use by 2 Dec 2026 · Made 30 Nov 2026';
  const letterMm = computeLabelLayout({ facts: [fact], mark: '' }).facts[0]?.letterMm ?? 0;
  expect(letterMm).toBeGreaterThan(0);
  expect(fact.length * letterMm * 0.55).toBeLessThanOrEqual(57);
});

it('prints the complete ingredients and nutrition values below the rest, on a longer label', () => {
  const list = Array.from({ length: 60 }, (_, n) => `ingredient ${n}, `).join('');
  const declaration = {
    paragraphs: [
      [
        { text: `Ingredients: ${list}${'x'.repeat(120)} `, isStrong: false },
        { text: 'MILK', isStrong: true },
      ],
      [
        { text: 'المكونات: زبدة ', isStrong: false },
        { text: 'الحليب', isStrong: true },
      ],
    ],
    table: [
      ['Nutrition per', '100 g', 'القيم الغذائية لكل'],
      ['of which saturates', '<0.1 g', 'منها دهون مشبعة'],
    ],
  };
  const zpl = toZpl([{ ...label, declaration }]);
  const printed = extractFields(zpl).slice(6);
  const text = printed.join(' ').replaceAll(/\s+/g, ' ');
  for (let n = 0; n < 60; n += 1) expect(text).toContain(`ingredient ${n},`);
  expect(printed.join('').match(/x/g)).toHaveLength(120);
  expect(text).toContain('MILK المكونات: زبدة *الحليب* Nutrition per 100 g');
  const height = Number(/\^LL(\d+)/.exec(zpl)?.[1]);
  expect(height).toBe(computeLabelHeight({ declaration }) * 8);
  const tops = [...zpl.matchAll(/\^FO\d+,(\d+)/g)].map(([, top]) => Number(top));
  expect(Math.min(...tops.slice(7))).toBeGreaterThanOrEqual(labelSize.height * 8);
  expect(Math.max(...tops) + declarationMm * 8).toBeLessThan(height);
  expect(computeLabelHeight({})).toBe(labelSize.height);
});
