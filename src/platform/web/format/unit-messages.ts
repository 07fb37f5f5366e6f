import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Symbols and abbreviations without a plural. */
const withoutPlural = new Set(
  'each ea doz dozen pcs gross kg g mg lb lbs oz l ml cl dl m cm mm km gal pt qt tsp tbsp'.split(' '),
);

/** Pluralizes plain English words (`bag`, `bags`); symbols and other text are unchanged. */
function formatEnglishUnit(symbol: string, qty: number | null): string {
  if (qty === null || Math.abs(qty) === 1 || !/^[a-z]{2,}$/.test(symbol) || withoutPlural.has(symbol))
    return symbol;
  if (symbol.endsWith('s') && !symbol.endsWith('ss')) return symbol;
  if (/(?:ss|sh|ch|x|z)$/.test(symbol)) return `${symbol}es`;
  if (/[^aeiou]y$/.test(symbol)) return `${symbol.slice(0, -1)}ies`;
  if (symbol.endsWith('loaf')) return `${symbol.slice(0, -1)}ves`;
  return `${symbol}s`;
}

export const unitMessages = defineMessages('platform/web/format/unit-messages', {
  /**
   * Unit label next to a quantity, or on its own if the quantity is null. The second parameter is the unit's localized
   * name.
   */
  unit: (symbol: string, _localizedName: string, qty: number | null) => formatEnglishUnit(symbol, qty),
  pieces: (count: number) => `(${count} ${Math.abs(count) === 1 ? 'piece' : 'pieces'})`,
});
