import type { MailLanguage } from '#domain/mail/states.ts';
import { arabic } from '#domain/mail/arabic.ts';
import { english, type MailWords } from '#domain/mail/words.ts';
import { asPercent, asShown } from '#domain/percent.ts';

export const wordsIn = (language: MailLanguage): MailWords => (language === 'ar' ? arabic : english);

/** Arabic has Western digits here as on screen, so that figures match labels and papers. */
const tags: Readonly<Record<MailLanguage, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn' };

/** Figures and days as one reader has them. */
export interface Figures {
  language: MailLanguage;
  count(value: number): string;
  quantity(value: number): string;
  money(value: number): string;
  /** What one unit costs: of something that costs less than one it has up to four decimals. In the currency of the business, if in no other. */
  price(value: number, currency?: string): string;
  percent(value: number): string;
  /** A day given as YYYY-MM-DD. */
  day(day: string): string;
  /** 1 is Monday. */
  weekday(n: number): string;
  moment(at: string): string;
}

const absent = '–';

/** @param currency ISO code of the base currency; null while none is chosen: money then stands without a sign */
export function figuresIn(language: MailLanguage, currency: string | null, timezone: string): Figures {
  const tag = tags[language];
  const number = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(tag, options);
    return (value: number) => (Number.isFinite(value) ? format.format(value) : absent);
  };
  const percent = number(asPercent);
  const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options);
  const day = date({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const weekday = date({ weekday: 'long', timeZone: 'UTC' });
  const moment = date({ dateStyle: 'medium', timeStyle: 'short', timeZone: timezone });
  return {
    language,
    count: number({ maximumFractionDigits: 0 }),
    quantity: number({ maximumFractionDigits: 6 }),
    money:
      currency === null
        ? number({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
        : moneyIn({ language }, currency),
    price: (value, own) => {
      const small = Math.abs(value) < 1 ? { maximumFractionDigits: 4 } : {};
      const code = own ?? currency;
      return code === null
        ? number({ minimumFractionDigits: 2, maximumFractionDigits: 2, ...small })(value)
        : moneyIn({ language }, code, small)(value);
    },
    percent: (share) => percent(asShown(share)),
    day: (text) =>
      Number.isNaN(Date.parse(text)) ? text : day.format(new Date(`${text.slice(0, 10)}T00:00:00Z`)),
    // 5 January 1970 was a Monday.
    weekday: (n) => weekday.format(new Date(Date.UTC(1970, 0, 4 + n))),
    moment: (at) => moment.format(new Date(at)),
  };
}

/** Money of another currency than that of the business. */
export function moneyIn(
  { language }: Pick<Figures, 'language'>,
  currency: string,
  more: Intl.NumberFormatOptions = {},
): (value: number) => string {
  const format = new Intl.NumberFormat(tags[language], { style: 'currency', currency, ...more });
  return (value) => (Number.isFinite(value) ? format.format(value) : absent);
}
