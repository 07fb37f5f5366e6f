import { percentFormat, toDisplayedShare } from '#core/percent.ts';
import { dayMs } from '#core/day.ts';
import { type Locale, localeStore } from '#platform/web/i18n/locale.ts';
import { applyNumberStyle } from '#platform/web/i18n/number-style.ts';
import { getUnitDigits } from './unit-digits.ts';

/** Placeholder for a missing value. */
export const missingValue = '–';

/** Arabic uses Western digits, so that figures match labels and documents; kitchens read both. */
const tags: Record<Locale, string> = { en: 'en-GB', ar: 'ar-u-nu-latn' };

/** Caches formatters per language and pattern, because they are expensive to create. */
function createCachedFormat<O, F>(
  create: (tag: string, options: O) => F,
): (pattern: string, options: O) => F {
  const formatters = new Map<string, F>();
  return (pattern, options) => {
    const key = `${localeStore.get()}:${pattern}`;
    const cachedFormatter = formatters.get(key);
    if (cachedFormatter) return cachedFormatter;
    const formatter = create(tags[localeStore.get()], options);
    formatters.set(key, formatter);
    return formatter;
  };
}

const plainFormat = createCachedFormat(
  (tag, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options),
);
/** Both languages format numbers as `1,234.5`; the device's number style is then applied. */
const getNumberFormat = (pattern: string, options: Intl.NumberFormatOptions) => ({
  format: (value: number): string => applyNumberStyle(plainFormat(pattern, options).format(value)),
});
const dateFormat = createCachedFormat(
  (tag, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options),
);
const relativeFormat = createCachedFormat(
  (tag, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(tag, options),
);

/**
 * Isolates a signed number so that its sign stays on the left. The formatter's direction mark would move a
 * following unit to the other side.
 */
function isolateSign(text: string): string {
  const withoutMark = text.replaceAll('\u200e', '');
  return withoutMark !== text && /^[-+]/.test(withoutMark) ? `\u2066${withoutMark}\u2069` : text;
}

/**
 * Formats a quantity with its significant decimals, limited by its unit: `2.5`, `1,204`.
 *
 * @param symbol unit symbol, which decides the number of decimals
 */
export function formatQuantity(value: number | null | undefined, symbol?: string): string {
  if (value == null) return missingValue;
  const digits = getUnitDigits(value, symbol);
  const options = { maximumFractionDigits: digits, signDisplay: 'negative' } as const;
  return isolateSign(getNumberFormat(`quantity:${digits}`, options).format(value));
}

/** Formats a signed quantity change: `+2.5`, `-12`. */
export function formatChange(value: number, symbol?: string): string {
  const digits = getUnitDigits(value, symbol);
  const options = { maximumFractionDigits: digits, signDisplay: 'exceptZero' } as const;
  return isolateSign(getNumberFormat(`change:${digits}`, options).format(value));
}

/** Formats a whole count: `1,204`. */
export function formatCount(value: number | null | undefined): string {
  return value == null
    ? missingValue
    : isolateSign(getNumberFormat('count', { maximumFractionDigits: 0 }).format(value));
}

/** Formats a count that the server may have capped: `10,000+`. */
export function formatTotal(total: number, isCapped: boolean): string {
  return `${formatCount(total)}${isCapped ? '+' : ''}`;
}

/**
 * Formats a fraction from 0 to 1 as a percentage: `96.4%`. Small fractions aren't rounded to 0 (`0.03%`), and
 * fractions close to 1 aren't rounded to 100%.
 */
export function formatPercent(share: number | null | undefined): string {
  return share == null
    ? missingValue
    : isolateSign(getNumberFormat('percent', percentFormat).format(toDisplayedShare(share)));
}

/** Formats a relative change: `+46.9%`. */
export function formatPercentChange(share: number): string {
  const options = { ...percentFormat, signDisplay: 'exceptZero' } as const;
  return isolateSign(getNumberFormat('percentChange', options).format(share));
}

/** Returns whether a moment isn't in the current year; only then is the year shown. */
function isInAnotherYear(date: Date, timeZone: string | undefined): boolean {
  const now = new Date();
  return timeZone === 'UTC'
    ? date.getUTCFullYear() !== now.getFullYear()
    : date.getFullYear() !== now.getFullYear();
}

/**
 * Formats a `YYYY-MM-DD` date (independent of time zones) or an instant in local time: `Sat 22 Nov`, with the
 * year if it is not the current one.
 */
export function formatDay(value: string | null | undefined): string {
  const { date, timeZone } = parseDay(value);
  if (!date) return value ?? missingValue;
  const year = isInAnotherYear(date, timeZone) ? 'numeric' : undefined;
  const options = { weekday: 'short', day: 'numeric', month: 'short', year, timeZone } as const;
  // English adds a comma after the weekday if there is a year.
  return dateFormat(`day:${timeZone ?? ''}:${year ?? ''}`, options)
    .format(date)
    .replace(', ', ' ');
}

/** Formats a date with its year: `22 Nov 2026`. */
export function formatDate(value: string | null | undefined): string {
  const { date, timeZone } = parseDay(value);
  if (!date) return value ?? missingValue;
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  return dateFormat(`date:${timeZone ?? ''}`, options).format(date);
}

/** Formats a time of day in local time or the given time zone: `14:05`. */
export function formatTime(value: string | number | null | undefined, timeZone?: string): string {
  const date = parseInstant(value);
  if (!date) return missingValue;
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return dateFormat(`time:${timeZone ?? ''}`, options).format(date);
}

/** Formats day and time: `22 Nov, 14:05`, with the year if it is not the current one. */
export function formatInstant(value: string | number | null | undefined, timeZone?: string): string {
  const date = parseInstant(value);
  if (!date) return missingValue;
  const year = isInAnotherYear(date, timeZone) ? 'numeric' : undefined;
  const options = {
    day: 'numeric',
    month: 'short',
    year,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  return dateFormat(`instant:${timeZone ?? ''}:${year ?? ''}`, { ...options, timeZone }).format(date);
}

/** Returns the city of a time zone: `Europe/Brussels` is `Brussels`. */
export function getTimeZoneCity(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/**
 * Formats an instant in a location's time zone with its city: `22 Nov, 14:05 · Brussels`. Used for cut-offs
 * and deliveries. Without a time zone, local time is used.
 */
export function formatInstantAt(
  value: string | number | null | undefined,
  timeZone: string | undefined,
): string {
  const text = formatInstant(value, timeZone);
  return timeZone === undefined || text === missingValue ? text : `${text} · ${getTimeZoneCity(timeZone)}`;
}

const steps: readonly { unit: Intl.RelativeTimeFormatUnit; ms: number }[] = [
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
];

/** Also used within sentences: "Last contact just now." */
const justNow: Record<Locale, string> = { en: 'just now', ar: 'الآن' };

/**
 * Formats a past or future time relative to now, to the minute: `3 minutes ago`, `in 2 hours`, `just now`.
 */
export function formatAge(value: string | number | null | undefined, nowMs: number = Date.now()): string {
  const date = parseInstant(value);
  if (!date) return missingValue;
  const distanceMs = date.getTime() - nowMs;
  const step = steps.find((candidate) => Math.abs(distanceMs) >= candidate.ms);
  const format = relativeFormat('age', { numeric: 'auto' });
  return step ? format.format(Math.round(distanceMs / step.ms), step.unit) : justNow[localeStore.get()];
}

/** Shortest unit names for days, hours and minutes. */
const spanUnits: Record<Locale, readonly [string, string, string]> = {
  en: ['d', 'h', 'min'],
  ar: ['ي', 'س', 'د'],
};

/**
 * Formats a duration: `1 h 42 min`, `8 min`; less than a minute is `0 min`, and negative durations count as
 * 0.
 */
export function formatSpan(ms: number): string {
  const [d, h, min] = spanUnits[localeStore.get()];
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days > 0) return `${days} ${d} ${hours} ${h}`;
  return hours > 0 ? `${hours} ${h} ${minutes % 60} ${min}` : `${minutes} ${min}`;
}

function parseDay(value: string | null | undefined): { date: Date | null; timeZone: string | undefined } {
  const isPlainDay = /^\d{4}-\d{2}-\d{2}$/.test(value ?? '');
  return { date: parseInstant(value), timeZone: isPlainDay ? 'UTC' : undefined };
}

function parseInstant(value: string | number | null | undefined): Date | null {
  if (value == null || value === '') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
