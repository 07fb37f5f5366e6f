/** Number of decimals shown for quantities, by unit symbol; filled as units are loaded. */
const digits = new Map<string, number>();

/** Registers whether a unit is counted (2 decimals) or measured (3 decimals: kilograms with grams). */
export function registerUnitDigits(symbol: string, isCounted: boolean): void {
  digits.set(symbol, isCounted ? 2 : 3);
}

/** Symbols of measured units, for screens where units are not loaded yet. */
const measures = new Set('kg g mg t lb lbs oz l ml cl dl hl m cm mm km gal pt qt tsp tbsp'.split(' '));

/** Anything that isn't a measure is counted: pieces, and packs, which are named by their content. */
const isMeasure = (symbol: string): boolean => measures.has(symbol.toLowerCase());

/** Returns the number of decimals to show for a quantity; one that would be shown as 0 gets up to six. */
export function getUnitDigits(value: number, symbol: string | undefined): number {
  const defaultDigits =
    symbol === undefined ? 3 : (digits.get(symbol) ?? (symbol === '' || isMeasure(symbol) ? 3 : 2));
  return value === 0 || Math.abs(value) >= 10 ** -defaultDigits ? defaultDigits : 6;
}

/** Rounds a suggested quantity up to the number of decimals shown for its unit. */
export function roundUpToUnit(value: number, symbol: string): number {
  const factor = 10 ** getUnitDigits(value, symbol);
  return Math.ceil(Math.round(value * factor * 1e6) / 1e6) / factor;
}
