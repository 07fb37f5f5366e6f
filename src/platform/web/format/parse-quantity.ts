import { toWesternDigits } from '#core/text.ts';
import { detectDecimalSeparator, readMagnitude, readNumber } from '#core/number-text.ts';
import { type NumberStyle, getCurrentNumberStyle } from '#platform/web/i18n/number-style.ts';

/** An entered quantity, an empty field, or invalid text. */
export type ParsedQuantity = { kind: 'quantity'; value: number } | { kind: 'empty' } | { kind: 'invalid' };

const maxQuantity = 9_000_000_000;

/** A number with its thousands groups: signs and spaces only between digits. */
const numberPattern = /[\d.,](?:[\d.,٫٬]|[ \u00a0\u2009\u202f'’](?=\d))*/g;

/**
 * Parses an entered quantity, price or cost. Supports simple arithmetic (`2*12`, `3 x 6 + 2`, `(2+1)/4`), digits
 * of any script and currency signs. A point or comma that can only be a decimal separator is treated as one
 * (`2,5`, `0,750`); for `1,250`, the device's style decides. The result is rounded to six decimals; negative
 * and very large results are invalid.
 */
export function parseQuantity(input: string, style: NumberStyle = getCurrentNumberStyle()): ParsedQuantity {
  const text = toWesternDigits(input)
    .replace(/\p{Sc}/gu, '')
    .replace(/[x×]/gi, '*')
    .replace(/÷/g, '/')
    .trim();
  if (text === '') return { kind: 'empty' };
  // A number that can't be parsed becomes `?`, so that the sum is invalid.
  const sum = text
    .replace(numberPattern, (number) => parsePlainNumber(number, style) ?? '?')
    .replace(/\s/g, '');
  if (sum.length > 60 || !/^[\d.+\-*/()]+$/.test(sum)) return { kind: 'invalid' };
  const value = evaluate(sum);
  if (value === null || value < 0 || value > maxQuantity) return { kind: 'invalid' };
  return { kind: 'quantity', value: Math.round(value * 1e6) / 1e6 };
}

/**
 * Formats a quantity for an input in the device's style, without thousands groups so that it is easy to edit.
 */
export function formatQuantityInput(
  value: number | null | undefined,
  style: NumberStyle = getCurrentNumberStyle(),
): string {
  if (value === null || value === undefined) return '';
  const text = value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 });
  return text.replace('.', style.decimal);
}

/**
 * Parses the first column of pasted spreadsheet cells and returns one string per line. All cells of a column
 * use the same number style: if one of them identifies the decimal separator, all are converted to the device's
 * style.
 */
export function parsePastedColumn(clipboard: string, style: NumberStyle = getCurrentNumberStyle()): string[] {
  const lines = clipboard.replace(/\r/g, '').split('\n');
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const texts = lines.map((line) => line.split('\t')[0]?.trim() ?? '');
  const decimal = detectDecimalSeparator(texts);
  if (decimal === null || decimal === 'both') return texts;
  return texts.map((text) => {
    const value = readNumber(text, decimal);
    return value === null ? text : formatQuantityInput(value, style);
  });
}

/** Converts one number to plain decimal digits (`1250.5`); null for anything else. */
export function parsePlainNumber(
  text: string,
  { decimal, group }: NumberStyle = getCurrentNumberStyle(),
): string | null {
  const [point, comma] = [readMagnitude(text, 'point'), readMagnitude(text, 'comma')];
  if (point === null || comma === null || point === comma) return point ?? comma;
  // `1,250` or `1.250`: a thousands separator only if the style uses that sign for grouping.
  const sign = text.includes(',') ? ',' : '.';
  const isDecimal = sign === decimal || sign !== group;
  return isDecimal === (sign === '.') ? point : comma;
}

/** Evaluates sums and products of numbers with brackets; null for anything else. */
function evaluate(text: string): number | null {
  let position = 0;

  function parseSum(): number {
    let total = parseProduct();
    while (text[position] === '+' || text[position] === '-')
      total = text[position++] === '+' ? total + parseProduct() : total - parseProduct();
    return total;
  }
  function parseProduct(): number {
    let total = parseAtom();
    while (text[position] === '*' || text[position] === '/')
      total = text[position++] === '*' ? total * parseAtom() : total / parseAtom();
    return total;
  }
  function parseAtom(): number {
    if (text[position] === '(') {
      position += 1;
      const inner = parseSum();
      if (text[position++] !== ')') return Number.NaN;
      return inner;
    }
    const match = /^(\d+\.?\d*|\.\d+)/.exec(text.slice(position));
    if (!match) return Number.NaN;
    position += match[0].length;
    return Number(match[0]);
  }

  const value = parseSum();
  return position === text.length && Number.isFinite(value) ? value : null;
}
