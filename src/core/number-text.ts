import { foldText } from './text.ts';

/** Decimal mark: `1234.5` or `1234,5`. */
export type DecimalSeparator = 'point' | 'comma';

/** Maximum text length, longer than any formatted number. */
const maxLength = 100;

/**
 * Numbers with a decimal point or comma, with or without the other sign as thousands separator (including
 * Indian grouping). The first group never starts with 0, so `0,125` is never 125.
 */
const formats = {
  point: {
    mark: '.',
    group: ',',
    grouped: /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/,
    lakhs: /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d*)?$/,
    plain: /^(?:\d+(?:\.\d*)?|\.\d+)$/,
  },
  comma: {
    mark: ',',
    group: '.',
    grouped: /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/,
    lakhs: /^[1-9]\d?(?:\.\d{2})+\.\d{3}(?:,\d*)?$/,
    plain: /^(?:\d+(?:,\d*)?|,\d+)$/,
  },
} as const;

/**
 * Normalizes an unsigned number to plain decimal digits (`1250.5`), given its decimal separator; null if the
 * text isn't a number.
 */
export function readMagnitude(text: string, decimal: DecimalSeparator): string | null {
  if (text.length > maxLength) return null;
  const joined = joinGroups(text);
  if (joined === null) return null;
  // Arabic decimal and thousands separators are unambiguous.
  if (/[٫٬]/.test(joined))
    return decimal === 'point'
      ? readMagnitude(joined.replaceAll('٬', ',').replaceAll('٫', '.'), decimal)
      : null;
  const { mark, group, grouped, lakhs, plain } = formats[decimal];
  const digits = grouped.test(joined) || lakhs.test(joined) ? joined.replaceAll(group, '') : joined;
  return plain.test(digits) ? digits.replace(mark, '.').replace(/^\./, '0.').replace(/\.$/, '') : null;
}

const spacedGroups = /^[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?=$|[.,])/;
const groupSigns = /[ \u00a0\u2009\u202f'’]/g;

/**
 * Joins digit groups separated by spaces or apostrophes; null if the text contains such a separator anywhere
 * else.
 */
function joinGroups(text: string): string | null {
  const groups = spacedGroups.exec(text)?.[0] ?? '';
  const joined = groups.replace(groupSigns, '') + text.slice(groups.length);
  return joined.search(groupSigns) < 0 ? joined : null;
}

/** Currency names in addition to signs and ISO codes, folded. */
const currencyWords = new Set(
  'kr zł kč ft lei лв руб р грн дин din rs rm kd dh sr tl fr sfr euro ر.س د.إ ج.م د.ك ر.ق ر.ع د.ب د.أ'
    .split(' ')
    .map(foldText),
);
const currencyCodes = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

function isCurrency(word: string): boolean {
  return currencyCodes.has(word) || currencyWords.has(word) || currencyWords.has(word.replace(/\.$/, ''));
}

/** Removes a currency sign or name from both ends. */
function stripCurrency(text: string): string {
  const withoutSign = text.replace(/^\p{Sc}|\p{Sc}$/gu, '').trim();
  const [, before = ''] = /^(\p{L}[\p{L}.]{0,5})[ \d.,+-]/u.exec(withoutSign) ?? [];
  const after = /[\d.,] ?(\p{L}[\p{L}.]{0,5})$/u.exec(withoutSign)?.[1] ?? '';
  if (before !== '' && isCurrency(before)) return withoutSign.slice(before.length).trim();
  return after !== '' && isCurrency(after) ? withoutSign.slice(0, -after.length).trim() : withoutSign;
}

/**
 * Parses a number from a file: digits of any script, thousands separators, a sign before or after, brackets
 * for negative amounts, and a currency.
 *
 * @returns null for anything else
 */
export function readNumber(text: string, decimal: DecimalSeparator): number | null {
  if (text.length > maxLength) return null;
  // Skips folding for plain numbers, because files contain many thousands of them.
  const folded = /^[\d.,+-]*$/.test(text)
    ? text
    : foldText(text)
        .replace(/[\u2066-\u2069\u200e\u200f\u061c]/g, '')
        .replace(/[\u2212\u2013]/g, '-');
  const amount = stripCurrency(folded);
  const bracketed = /^\((.*)\)$/.exec(amount)?.[1];
  const unsigned = stripSign(stripCurrency((bracketed ?? amount).trim()));
  const inner = stripSign(stripCurrency(unsigned.text));
  const digits = readMagnitude(inner.text, decimal);
  if (digits === null || (unsigned.isSigned && inner.isSigned)) return null;
  const isNegative = bracketed !== undefined || unsigned.isNegative || inner.isNegative;
  const value = Number(digits);
  if (!Number.isFinite(value)) return null;
  return isNegative ? 0 - value : value;
}

function stripSign(text: string): { text: string; isSigned: boolean; isNegative: boolean } {
  const sign = /^[+-]/.exec(text)?.[0] ?? (text.endsWith('-') ? '-' : null);
  if (sign === null) return { text, isSigned: false, isNegative: false };
  const unsigned = /^[+-]/.test(text) ? text.slice(1) : text.slice(0, -1);
  return { text: unsigned.trim(), isSigned: true, isNegative: sign === '-' };
}

/**
 * Detects the decimal separator of a column: the one that more cells require, `both` if neither predominates,
 * or null if no cell depends on it.
 */
export function detectDecimalSeparator(texts: Iterable<string>): DecimalSeparator | 'both' | null {
  let [point, comma, ambiguous] = [0, 0, 0];
  for (const text of texts) {
    const [asPoint, asComma] = [readNumber(text, 'point'), readNumber(text, 'comma')];
    if (asPoint === asComma) continue;
    if (asComma === null) point += 1;
    else if (asPoint === null) comma += 1;
    else ambiguous += 1;
  }
  if (point !== comma) return point > comma ? 'point' : 'comma';
  return ambiguous > 0 || point > 0 ? 'both' : null;
}
