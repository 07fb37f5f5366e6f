import { type MoneyPattern, getMoneyPattern } from '#core/money-pattern.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { applyNumberStyle } from '#platform/web/i18n/number-style.ts';
import { missingValue } from './format.ts';

/**
 * ISO 4217 code of an amount; null when unknown: the amount is shown without a currency and with two
 * decimals.
 */
export type CurrencyCode = string | null;

/** Formats amounts, prices and unit costs of one currency. */
export interface MoneyFormat {
  (value: number | null | undefined): string;
  price(value: number | null | undefined): string;
  unitCost(value: number | null | undefined): string;
}

/**
 * Formats an amount with the currency's decimals: `£1,284.50`, `USD 12.00`, `JPY 1,285`, `KWD 0.125`. Uses
 * the symbol if it is unambiguous, otherwise the code. Never shows negative zero.
 *
 * @param value in major units of the currency; null and undefined are shown as a dash
 */
export function formatMoney(value: number | null | undefined, currency: CurrencyCode): string {
  return value == null ? missingValue : formatWithSign(value, getPattern(currency), {});
}

/** Formats a price per unit as entered, with up to six decimals: `£2.10`, `£0.002081`. */
export function formatPrice(value: number | null | undefined, currency: CurrencyCode): string {
  return value == null
    ? missingValue
    : formatWithSign(value, getPattern(currency), { maximumFractionDigits: 6 });
}

/**
 * Formats a computed cost per unit, with more decimals the smaller it is: `£1.33`, `£0.0125`, `£0.002081`.
 */
export function formatUnitCost(value: number | null | undefined, currency: CurrencyCode): string {
  if (value == null) return missingValue;
  const pattern = getPattern(currency);
  const size = Math.abs(value);
  const decimals = size >= 1 ? 0 : size >= 0.01 ? 4 : 6;
  return formatWithSign(value, pattern, { maximumFractionDigits: Math.max(decimals, pattern.decimals) });
}

/** Returns the formatters of a currency; cached, so that rows can use it as a stable reference. */
export function getMoneyFormat(currency: CurrencyCode): MoneyFormat {
  const cached = formats.get(currency);
  if (cached) return cached;
  const format: MoneyFormat = Object.assign(
    (value: number | null | undefined) => formatMoney(value, currency),
    {
      price: (value: number | null | undefined) => formatPrice(value, currency),
      unitCost: (value: number | null | undefined) => formatUnitCost(value, currency),
    },
  );
  formats.set(currency, format);
  return format;
}

/** Returns the header of a column with amounts in a file: `Value (GBP)`. */
export function formatMoneyHeader(label: string, currency: CurrencyCode): string {
  return currency === null ? label : `${label} (${currency})`;
}

/** Returns an amount for a file: a number with the currency's decimals. */
export function toMoneyCell(value: number | null | undefined, currency: CurrencyCode): number | null {
  if (value == null) return null;
  const scale = 10 ** getPattern(currency).decimals;
  // Adding 0 removes the sign of a negative zero.
  return Math.round(value * scale) / scale + 0;
}

const formats = new Map<CurrencyCode, MoneyFormat>();

const withoutCurrency: MoneyPattern = { sign: '', decimals: 2 };
const patterns = new Map<CurrencyCode, MoneyPattern>();

function getPattern(currency: CurrencyCode): MoneyPattern {
  if (currency === null) return withoutCurrency;
  const cached = patterns.get(currency);
  if (cached) return cached;
  const pattern = getMoneyPattern(currency);
  patterns.set(currency, pattern);
  return pattern;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Formats in one locale, because the device's number style is applied afterwards. */
function getNumberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${options.minimumFractionDigits} ${options.maximumFractionDigits}`;
  const cached = numberFormats.get(key);
  if (cached) return cached;
  const format = new Intl.NumberFormat('en-GB', { ...options, signDisplay: 'negative' });
  numberFormats.set(key, format);
  return format;
}

/** Places minus sign, symbol and number in the same order in every language, so that columns align. */
function formatWithSign(
  value: number,
  { sign, decimals }: MoneyPattern,
  overrides: Intl.NumberFormatOptions,
): string {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, ...overrides };
  const figure = applyNumberStyle(getNumberFormat(options).format(value));
  const text = figure.startsWith('-') ? `-${sign}${figure.slice(1)}` : `${sign}${figure}`;
  return localeStore.get() === 'ar' ? `\u2066${text}\u2069` : text;
}
