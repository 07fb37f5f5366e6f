import { localeStore } from '../i18n/locale.ts';
import { messagesOf } from '../i18n/messages.ts';
import { formatChange, formatQuantity } from './format.ts';
import { unitMessages } from './unit-messages.ts';

/** Second names of units by their symbol, as far as the units have been read. */
const secondNames = new Map<string, string>();

/** Takes over what a unit is called in the other language; null: it has no name there. */
export function registerUnitName(symbol: string, second: string | null): void {
  secondNames.set(symbol, second ?? '');
}

/**
 * A unit by its symbol as it stands behind a quantity, in the language of the person: `99` `bags`, `1` `bag`, `0.5`
 * `kg`, `3` `أكياس`.
 *
 * @param qty null for the unit alone: `per bag`, the head of a column
 */
export function unitLabel(qty: number | null | undefined, symbol: string): string {
  return messagesOf(unitMessages).unit(symbol, secondNames.get(symbol) ?? '', qty ?? null);
}

/** Pieces in words, as they stand behind or below a quantity: `(5 pieces)`. */
export const formatPieces = (pieces: number): string => messagesOf(unitMessages).pieces(pieces);

/** The unit of a quantity as `unitLabel` says it, and the pieces behind it, where there are any: `kg (5 pieces)`. */
export function unitLabelWithPieces(qty: number | null | undefined, symbol: string, pieces?: number): string {
  const unit = unitLabel(qty, symbol);
  return pieces === undefined ? unit : `${unit} ${formatPieces(pieces)}`;
}

/**
 * A quantity with its unit, in one piece in a line that runs from the right: `99 bags`, `0.5 kg`; of what is counted in
 * pieces, too, `12.4 kg (5 pieces)`.
 */
export function formatAmount(qty: number | null | undefined, symbol: string, pieces?: number): string {
  const unit = unitLabelWithPieces(qty, symbol, pieces);
  const text = qty == null || unit === '' ? formatQuantity(qty) : `${formatQuantity(qty, symbol)} ${unit}`;
  return localeStore.get() === 'ar' ? `\u2068${text}\u2069` : text;
}

/** A change of a quantity with its unit, as `formatAmount` says quantities: `-12 kg`. */
export function formatAmountChange(qty: number, symbol: string): string {
  const text = `${formatChange(qty, symbol)} ${unitLabel(qty, symbol)}`;
  return localeStore.get() === 'ar' ? `\u2068${text}\u2069` : text;
}
