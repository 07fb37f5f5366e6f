import { CODE128 } from 'jsbarcode/bin/barcodes/CODE128/index.js';

/** FNC1 as the library encodes it. */
const fnc1 = '\u00cf';

/**
 * Encodes a string as Code 128 modules, `1` for a bar and `0` for a space, without quiet zones; null if it
 * has unsupported characters. A GS1 code starts with FNC1, and every U+001D in it is encoded as FNC1.
 */
export function encodeCode128(text: string, isGs1 = false): string | null {
  const symbol = new CODE128(text.replaceAll('\u001d', fnc1), { ean128: isGs1 });
  return text !== '' && symbol.valid() ? symbol.encode().data : null;
}
