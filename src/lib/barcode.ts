import { CODE128 } from 'jsbarcode/bin/barcodes/CODE128/index.js';

/** FNC1 as the library takes it. */
const fnc1 = '\u00cf';

/**
 * A text as the modules of Code 128, `1` for a bar and `0` for a gap, without the quiet zones; null for what it cannot
 * say. Of a GS1 element string FNC1 stands first, and again for every U+001D in it.
 */
export function code128(text: string, isGs1 = false): string | null {
  const symbol = new CODE128(text.replaceAll('\u001d', fnc1), { ean128: isGs1 });
  return text !== '' && symbol.valid() ? symbol.encode().data : null;
}
