import type { MailLanguage } from '../states.ts';
import { arabicMailText } from '../arabic.ts';
import { englishMailText, type MailText } from '../english.ts';
import { getMoneyPattern } from '#core/money-pattern.ts';
import { percentFormat, toDisplayedShare } from '#core/percent.ts';

export const getMailMessages = (language: MailLanguage): MailText =>
  language === 'ar' ? arabicMailText : englishMailText;

/** Arabic uses Western digits as on screen, so that numbers match labels and printouts. */
const tags: Readonly<Record<MailLanguage, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn' };

/** Number and date formats of a reader. */
export interface MailFormats {
  language: MailLanguage;
  count(value: number): string;
  quantity(value: number): string;
  money(value: number): string;
  /** Price per unit with up to six decimals, as on screen. */
  price(value: number): string;
  percent(value: number): string;
  /** Formats a date (YYYY-MM-DD). */
  day(day: string): string;
  /** Formats a day of the week; 1 is Monday. */
  weekday(n: number): string;
  moment(iso: string): string;
}

/** Language of a reader, with strings and formats. */
export interface MailLocale {
  language: MailLanguage;
  texts: MailText;
  formats: MailFormats;
}

const emptyValue = '–';
const priceDecimals = 6;

/**
 * @param currency ISO code of the base currency; if null, amounts have no currency symbol
 */
export function createMailFormats(
  language: MailLanguage,
  currency: string | null,
  timezone: string,
): MailFormats {
  const tag = tags[language];
  const numberFormatter = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(tag, { signDisplay: 'negative', ...options });
    return (value: number) => (Number.isFinite(value) ? format.format(value) : emptyValue);
  };
  const percent = numberFormatter(percentFormat);
  const dateFormat = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options);
  const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const weekday = dateFormat({ weekday: 'long', timeZone: 'UTC' });
  const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: timezone });
  return {
    language,
    count: numberFormatter({ maximumFractionDigits: 0 }),
    quantity: numberFormatter({ maximumFractionDigits: 6 }),
    ...createAmountFormats({ language }, currency),
    percent: (share) => percent(toDisplayedShare(share)),
    day: (text) =>
      Number.isNaN(Date.parse(text)) ? text : day.format(new Date(`${text.slice(0, 10)}T00:00:00Z`)),
    // 5 January 1970 was a Monday.
    weekday: (n) => weekday.format(new Date(Date.UTC(1970, 0, 4 + n))),
    moment: (iso) => moment.format(new Date(iso)),
  };
}

/** Formatters for amounts of money. */
export type AmountFormats = Pick<MailFormats, 'money' | 'price'>;

/**
 * Formats amounts of any currency as on screen: minus sign, currency symbol and number, in this order in
 * every language. Zero is never shown as negative.
 */
export function createAmountFormats(
  { language }: Pick<MailFormats, 'language'>,
  currency: string | null,
): AmountFormats {
  const { sign, decimals } = currency === null ? { sign: '', decimals: 2 } : getMoneyPattern(currency);
  const createNumberFormat = (maxDigits: number) =>
    new Intl.NumberFormat('en-GB', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: maxDigits,
      signDisplay: 'negative',
    });
  const [moneyFormat, priceFormat] = [
    createNumberFormat(decimals),
    createNumberFormat(Math.max(priceDecimals, decimals)),
  ];
  const formatValue = (format: Intl.NumberFormat, value: number) => {
    if (!Number.isFinite(value)) return emptyValue;
    const number = format.format(value);
    const text = number.startsWith('-') ? `-${sign}${number.slice(1)}` : `${sign}${number}`;
    return language === 'ar' ? `\u2066${text}\u2069` : text;
  };
  return {
    money: (value) => formatValue(moneyFormat, value),
    price: (value) => formatValue(priceFormat, value),
  };
}
