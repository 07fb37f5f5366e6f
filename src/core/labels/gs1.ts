import { fromMicro, toMicro } from '../quantity.ts';
import { foldText } from '../text.ts';
import { readSymbology } from './symbology.ts';
import { toUtcDay } from '../day.ts';

/** Data read from a GS1 code on a carton. */
export interface ScannedLot {
  /** Batch or lot, AI 10. */
  lot: string | null;
  /**
   * Last day (YYYY-MM-DD) on which the goods may be used: the expiry (AI 17) or, if absent, the best-before
   * date (AI 15).
   */
  expiry: string | null;
  /** AI 01 or 02, 14 digits. */
  gtin: string | null;
}

/**
 * Length of fixed-length elements including the AI, by their first two digits; other elements end at a
 * separator.
 */
const lengths: Readonly<Record<string, number>> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((ai) => [ai, 8])),
  '20': 4,
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((ai) => [ai, 10])),
  '41': 16,
};

/**
 * Assigned AIs by their first two digits, grouped into AIs of two, three and four digits (GS1 General
 * Specifications, section 3.2).
 */
const assignedAis = [
  /^(0[0-4]|1[0-35-7]|2[0-2]|30|37|9\d)/,
  /^(2[345]|4[0-2]|71)\d/,
  /^(3[1-69]|43|70|72|8[0-2])\d\d/,
];

/** Returns the AI at the start of a string; undefined if there is none. */
const readAi = (text: string): string | undefined =>
  assignedAis.map((pattern) => pattern.exec(text)?.[0]).find((ai) => ai !== undefined);

/** Formats of element values by AI. Lot and serial numbers have at most 20 characters. */
const valueFormats: readonly [RegExp, RegExp][] = [
  [/^(0|1[1-7]|20|3|41)/, /^\d+$/],
  [/^(10|21)$/, /^.{1,20}$/],
];

const isElement = (ai: string, value: string): boolean =>
  value !== '' && valueFormats.every(([aiPattern, format]) => !aiPattern.test(ai) || format.test(value));

/** FNC1 as sent by scanners. */
const separator = '\u001d';

/**
 * Reads a GS1 element string (GS1 General Specifications, section 3): as sent by a scanner, with or without
 * FNC1, or as printed below the barcode, with its AIs in brackets. Also reads a GS1 Digital Link.
 *
 * @param today determines the century of two-digit years: at most 50 years ahead and 49 years back
 * @returns null if the text isn't an element string, or contains no lot, expiry or GTIN
 */
export function readGs1(text: string, today: string): ScannedLot | null {
  const elements = parseElements(text);
  if (elements === null) return null;
  const get = (ai: string) => elements.get(ai) ?? null;
  const [expiry, bestBefore] = [parseDay(get('17'), today), parseDay(get('15'), today)];
  const gtin = get('01') ?? get('02');
  if (expiry === undefined || bestBefore === undefined || (gtin !== null && !hasCheckDigit(gtin)))
    return null;
  const lot = get('10');
  return lot === null && expiry === null && bestBefore === null && gtin === null
    ? null
    : { lot, expiry: expiry ?? bestBefore, gtin };
}

/**
 * Returns the net weight (AI 310n) of a GS1 element string in grams, as printed on goods of variable weight.
 * Returns null if it has none, or if the text isn't an element string.
 */
export function readNetGrams(text: string): number | null {
  const [ai, value] = [...(parseElements(text) ?? [])].find(([key]) => /^310[0-5]$/.test(key)) ?? [];
  return ai === undefined ? null : (Number(value) * 1000) / 10 ** Number(ai.at(-1));
}

/** Converts grams to kg or g, by the unit's symbol; null for any other unit. */
export function convertGrams(grams: number, unit: string): number | null {
  if (foldText(unit) === 'kg') return Math.round(grams * 1e3) / 1e6;
  return foldText(unit) === 'g' ? grams : null;
}

/** Adds a scanned weight to a quantity; null without a weight, or if the unit is neither kg nor g. */
export function addWeight(qty: number | null | undefined, grams: number | null, unit: string): number | null {
  const weight = grams === null ? null : convertGrams(grams, unit);
  return weight === null ? null : fromMicro(toMicro(qty ?? 0) + toMicro(weight));
}

function parseElements(text: string): Map<string, string> | null {
  if (text.trim().startsWith('(')) return parseBracketed(text.trim());
  if (/^https?:/i.test(text.trim())) return parseDigitalLink(text.trim());
  const symbology = readSymbology(text);
  return symbology.isNotGs1 ? null : parsePlain(text.slice(symbology.identifier.length));
}

function parseBracketed(text: string): Map<string, string> | null {
  const elements = new Map<string, string>();
  let remaining = text;
  while (remaining !== '') {
    const [match = '', ai = '', rawValue = ''] = /^\((\d{2,4})\)([^()]+)/.exec(remaining) ?? [];
    const value = rawValue.trim();
    if (!isWholeElement(ai, value)) return null;
    elements.set(ai, value);
    remaining = remaining.slice(match.length);
  }
  return elements;
}

/** Whether AI and value form exactly one element. */
function isWholeElement(ai: string, value: string): boolean {
  const length = lengths[ai.slice(0, 2)];
  return (
    readAi(ai) === ai && isElement(ai, value) && (length === undefined || ai.length + value.length === length)
  );
}

/** Address at any domain whose path ends with a GTIN and its qualifiers: variant, lot and serial number. */
const digitalLink =
  /^https?:\/\/[^/?#]+[^?#]*?\/01\/(\d{8}|\d{12,14})((?:\/(?:22|10|21)\/[^/?#]+)*)\/?(?:\?([^#]*))?(?:#.*)?$/i;

/**
 * Parses a GS1 Digital Link, with attributes such as expiry and weight in its query (GS1 Digital Link
 * Standard: URI Syntax, section 4).
 */
function parseDigitalLink(text: string): Map<string, string> | null {
  const match = digitalLink.exec(text);
  if (match === null) return null;
  const [, gtin = '', path = '', query = ''] = match;
  const qualifiers = [...path.matchAll(/\/(\d+)\/([^/]+)/g)].map(([, ai = '', value = '']) => [ai, value]);
  const attributes = query.split(/[&;]/).map((pair) => pair.split('='));
  const elements = new Map([['01', gtin.padStart(14, '0')]]);
  for (const [ai = '', encoded = ''] of [...qualifiers, ...attributes]) {
    // Other parameters belong to the website.
    if (!/^\d{2,4}$/.test(ai)) continue;
    const value = decodePart(encoded);
    if (value === null || !isWholeElement(ai, value)) return null;
    elements.set(ai, value);
  }
  return elements;
}

/** Decodes a part of an address; null for an invalid one. */
function decodePart(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

function parsePlain(text: string): Map<string, string> | null {
  const elements = new Map<string, string>();
  let remaining = text;
  while (remaining !== '') {
    if (remaining.startsWith(separator)) {
      remaining = remaining.slice(1);
      continue;
    }
    const ai = readAi(remaining);
    if (ai === undefined) return null;
    const nextSeparator = remaining.indexOf(separator);
    const end = lengths[ai.slice(0, 2)] ?? (nextSeparator === -1 ? remaining.length : nextSeparator);
    const element = remaining.slice(0, end);
    const value = element.slice(ai.length).trim();
    if (element.length < end || !isElement(ai, value) || value.includes(separator)) return null;
    elements.set(ai, value);
    remaining = remaining.slice(end);
  }
  return elements;
}

/**
 * Converts YYMMDD to a day; day 00 means the last day of the month. Returns null if there is no value, and
 * undefined if it is invalid.
 */
function parseDay(value: string | null, today: string): string | null | undefined {
  if (value === null) return null;
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(value);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const currentYear = Number(today.slice(0, 4));
  const century = currentYear - (currentYear % 100);
  const ahead = year - (currentYear % 100);
  const fullYear = century + year + (ahead > 50 ? -100 : ahead < -49 ? 100 : 0);
  const date = new Date(Date.UTC(fullYear, day === 0 ? month : month - 1, day));
  const isValid = month >= 1 && month <= 12 && (day === 0 || date.getUTCDate() === day);
  return isValid ? toUtcDay(date) : undefined;
}

/**
 * Characters allowed in a GS1 lot (GS1 General Specifications, figure 7.11-1), at most 20, except brackets,
 * which mark AIs in print.
 */
const lotPattern = /^[!"%&'*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/**
 * Writes a GS1 element string: GTIN, expiry, net weight, and the lot last, because a final element of
 * variable length needs no FNC1. Values that GS1 can't represent are omitted; null if none remains.
 */
export function writeGs1({
  gtin,
  expiry,
  lot,
  grams = null,
}: ScannedLot & { grams?: number | null }): string | null {
  const elements = [
    gtin === null ? '' : `01${gtin}`,
    expiry === null ? '' : `17${expiry.slice(2).replaceAll('-', '')}`,
    grams === null ? '' : formatNetWeight(grams),
    lot !== null && lotPattern.test(lot) ? `10${lot}` : '',
  ];
  return elements.join('') || null;
}

/**
 * Formats AI 310n: six digits of kilograms, n of them decimals, with as many decimals as fit. Returns an
 * empty string for 0 and for weights out of range.
 */
function formatNetWeight(grams: number): string {
  for (const decimals of [3, 2, 1, 0]) {
    const value = Math.round((grams * 10 ** decimals) / 1000);
    if (value > 0 && value <= 999_999) return `310${decimals}${String(value).padStart(6, '0')}`;
    if (value === 0) return '';
  }
  return '';
}

/** Formats an element string as printed below the bars, with its AIs in brackets. */
export const formatGs1 = (text: string): string =>
  [...(parsePlain(text) ?? [])].map(([ai, value]) => `(${ai})${value}`).join('');

/** Converts a barcode to a 14-digit GTIN; null if its length or check digit is invalid. */
export function toGtin(barcode: string): string | null {
  if (!/^(\d{8}|\d{12,14})$/.test(barcode)) return null;
  const gtin = barcode.padStart(14, '0');
  return hasCheckDigit(gtin) ? gtin : null;
}

/** Returns whether a GTIN has a valid check digit. */
const hasCheckDigit = (gtin: string): boolean =>
  /^\d{14}$/.test(gtin) && computeCheckDigit(gtin.slice(0, -1)) === gtin.at(-1);

/**
 * Computes the check digit of a GTIN, an SSCC or any other GS1 key (GS1 General Specifications, section
 * 7.9.1): from the right, every second digit is multiplied by three, starting with the first.
 */
export function computeCheckDigit(body: string): string {
  const sum = body
    .split('')
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/**
 * Returns whether a barcode identifies the goods of a GTIN. A carton's GTIN differs from that of its contents
 * only in the first digit and the check digit.
 */
export function matchesGtin(gtin: string, barcode: string): boolean {
  const padded = /^\d{8,14}$/.test(barcode) ? barcode.padStart(14, '0') : null;
  return padded?.slice(1, 13) === gtin.slice(1, 13);
}

/**
 * Finds the goods for a GTIN: goods with the same GTIN or, if there are none, goods that the GTIN identifies
 * as a carton.
 *
 * @returns undefined if there are none
 */
export const findByGtin = <Goods extends { barcodes: readonly string[] }>(
  gtin: string,
  goods: readonly Goods[],
): Goods | undefined =>
  goods.find(({ barcodes }) => barcodes.some((barcode) => toGtin(barcode) === gtin)) ??
  goods.find(({ barcodes }) => barcodes.some((barcode) => matchesGtin(gtin, barcode)));
