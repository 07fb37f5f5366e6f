import { toGtin } from './gs1.ts';

/** How a shop's scales encode an item and its weight or price in EAN-13 (restricted circulation, prefix 2). */
interface ScaleScheme {
  prefix: string;
  itemDigits: number;
  /** Digits between item and value, such as the value's own check digit; EAN-13 checks the whole code. */
  skippedDigits: number;
  measure: 'weight' | 'price';
  /** Decimals of kilograms or of the base currency. */
  decimals: number;
}

/** Content of a scale label: an item code, and either a weight in grams or a price. */
export interface ScaleLabel {
  prefix: string;
  itemDigits: string;
  grams: number | null;
  price: number | null;
}

/**
 * Prefix, item (I), optionally digits to skip (X), weight (W) or price (P), and check digit (C):
 * `21IIIIIWWWWWC`. Weights are in grams, or in kilograms with a decimal point.
 */
const schemePattern = /^(2\d{1,3})(I{3,6})(X{0,2})(W+(?:\.W+)?|P+(?:\.P+)?)C$/;

/** Parses a scheme, in which spaces don't matter; null for anything but 13 digits in this order. */
export function parseScaleScheme(text: string): ScaleScheme | null {
  const compact = text.replace(/\s/g, '').toUpperCase();
  const match = schemePattern.exec(compact);
  if (match === null || compact.replace('.', '').length !== 13) return null;
  const [, prefix = '', item = '', skipped = '', value = ''] = match;
  const measure = value.startsWith('W') ? 'weight' : 'price';
  const decimals = value.includes('.') ? value.length - value.indexOf('.') - 1 : measure === 'weight' ? 3 : 0;
  return { prefix, itemDigits: item.length, skippedDigits: skipped.length, measure, decimals };
}

/** Reads a label by the first scheme with its prefix; null for any other code. */
export function readScaleLabel(code: string, schemes: readonly string[]): ScaleLabel | null {
  if (!/^2\d{12}$/.test(code) || toGtin(code) === null) return null;
  const scheme = schemes.map(parseScaleScheme).find((one) => one !== null && code.startsWith(one.prefix));
  if (!scheme) return null;
  const { prefix, measure, decimals } = scheme;
  const valueStart = prefix.length + scheme.itemDigits + scheme.skippedDigits;
  const value = Number(code.slice(valueStart, -1));
  return {
    prefix,
    itemDigits: code.slice(prefix.length, prefix.length + scheme.itemDigits),
    grams: measure === 'weight' ? (value * 1000) / 10 ** decimals : null,
    price: measure === 'price' ? value / 10 ** decimals : null,
  };
}

/**
 * Returns whether a label belongs to these goods: their item code or a barcode has the same digits, or a
 * barcode was taken from another label of the item.
 */
export function matchesScaleLabel(
  { prefix, itemDigits }: ScaleLabel,
  { itemCode, barcodes }: { itemCode: string; barcodes: readonly string[] },
): boolean {
  const number = Number(itemDigits);
  return (
    [itemCode, ...barcodes].some((code) => /^\d{1,6}$/.test(code) && Number(code) === number) ||
    barcodes.some((barcode) => barcode.length === 13 && barcode.startsWith(prefix + itemDigits))
  );
}
