import { CODE128 } from 'jsbarcode/bin/barcodes/CODE128/index.js';

/** FNC1 as the library encodes it. */
const fnc1 = '\u00cf';

/**
 * Encodes a text as the modules of Code 128, `1` for a bar and `0` for a space, without quiet zones; null for
 * unsupported characters. For GS1 it starts with FNC1 and replaces every U+001D by FNC1.
 */
export function code128(text: string, isGs1 = false): string | null {
  const symbol = new CODE128(text.replaceAll('\u001d', fnc1), { ean128: isGs1 });
  return text !== '' && symbol.valid() ? symbol.encode().data : null;
}
