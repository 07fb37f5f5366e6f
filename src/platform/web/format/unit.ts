import { localeStore } from '#platform/web/i18n/locale.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { formatChange, formatQuantity } from './format.ts';
import { unitMessages } from './unit-messages.ts';

/** Localized names of units by symbol; filled as units are loaded. */
const localizedNames = new Map<string, string>();

/** Registers a unit's localized name; null if it has none. */
export function registerUnitName(symbol: string, nameAlt: string | null): void {
  localizedNames.set(symbol, nameAlt ?? '');
}

/**
 * Returns the localized label of a unit next to a quantity: `99` `bags`, `1` `bag`, `0.5` `kg`, `3` `أكياس`.
 *
 * @param qty null for the unit on its own, as in `per bag` or a column header
 */
export function formatUnitName(qty: number | null | undefined, symbol: string): string {
  return getMessages(unitMessages).unit(symbol, localizedNames.get(symbol) ?? '', qty ?? null);
}

/** Formats a number of pieces: `(5 pieces)`. */
export const formatPieces = (pieces: number): string => getMessages(unitMessages).pieces(pieces);

/** Returns the unit label followed by the piece count, if any: `kg (5 pieces)`. */
export function formatUnitWithPieces(
  qty: number | null | undefined,
  symbol: string,
  pieces?: number,
): string {
  const unit = formatUnitName(qty, symbol);
  return pieces === undefined ? unit : `${unit} ${formatPieces(pieces)}`;
}

/**
 * Joins number and unit. Pack names contain numbers (`Bag 1 kg`), so a multiplication sign separates them
 * from the quantity.
 */
const joinUnit = (qty: string, symbol: string, label: string): string =>
  /\d/.test(symbol) ? `${qty} × ${label}` : `${qty} ${label}`;

/**
 * Formats a quantity with its unit, isolated for right-to-left text: `99 bags`, `0.5 kg`, `30 × Bag 1 kg`;
 * for catch-weight items with the piece count: `12.4 kg (5 pieces)`.
 */
export function formatAmount(qty: number | null | undefined, symbol: string, pieces?: number): string {
  const unit = formatUnitWithPieces(qty, symbol, pieces);
  const text =
    qty == null || unit === '' ? formatQuantity(qty) : joinUnit(formatQuantity(qty, symbol), symbol, unit);
  return localeStore.get() === 'ar' ? `\u2068${text}\u2069` : text;
}

/** Formats a quantity with its unit for conversions, without rounding it to the unit's decimals. */
export const formatExactAmount = (qty: number, symbol: string): string =>
  `${formatQuantity(qty)} ${formatUnitName(qty, symbol)}`;

/** Formats a quantity change with its unit: `-12 kg`. */
export function formatAmountChange(qty: number, symbol: string): string {
  const text = joinUnit(formatChange(qty, symbol), symbol, formatUnitName(qty, symbol));
  return localeStore.get() === 'ar' ? `\u2068${text}\u2069` : text;
}
