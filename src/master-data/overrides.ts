import { number, record, text, texts } from '#contract/tolerant.ts';
import { readClosedDays } from '#src/collections/places/branches.ts';
import { formatDate, formatQuantity } from '#src/lib/format/format.ts';
import { formatMoney } from '#src/lib/format/money.ts';
import { baseCurrency } from '#src/lib/session/use-money.ts';
import { formatList } from '#src/lib/format/list.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { resourceListMessages } from './list-messages.ts';

type ListTexts = TranslationOf<typeof resourceListMessages>;
type Override = (value: unknown, t: ListTexts) => string | null;

const rows = (value: unknown) => (Array.isArray(value) ? value.map(record) : []);
const joined = (parts: readonly string[], by?: string) =>
  parts.length === 0 ? null : by === undefined ? formatList(parts) : parts.join(by);

/** Structured values in words, by `collection.field`: what a kind alone cannot say. */
export const overrides: Readonly<Record<string, Override>> = {
  'branch.deliveryDays': (value, t) =>
    joined(
      rows(value).map((day) =>
        t.deliveryDay(
          formatWeekday(number(day['weekday']) ?? 0),
          text(day['cutoffTime']) ?? '',
          number(day['cutoffDaysBefore']) ?? 0,
        ),
      ),
      ' · ',
    ),
  // Written as the import reads it.
  'branch.closedDays': (value, t) =>
    joined(
      readClosedDays(value).map(({ from, until, yearly, note }) =>
        [
          from === until ? from : `${from} – ${until}`,
          yearly ? ` ${t.yearly}` : '',
          note === null ? '' : `: ${note.replace(/[;؛\n]/g, ',')}`,
        ].join(''),
      ),
      '; ',
    ),
  'suppliers.orderDays': (value) => joined(texts(value).map((weekday) => formatWeekday(Number(weekday)))),
  'currencies.rates': (value, t) =>
    joined(
      rows(value).map((rate) => t.rate(formatDate(text(rate['date'])), formatQuantity(number(rate['rate'])))),
      ' · ',
    ),
  'taxes.rates': (value, t) =>
    joined(
      rows(value).map((earlier) => {
        const [day, rate] = [text(earlier['from']), `${formatQuantity(number(earlier['rate']))}%`];
        return day === null ? t.rateFromStart(rate) : t.rate(formatDate(day), rate);
      }),
      ' · ',
    ),
  'count-schedules.weekdays': (value) =>
    joined(texts(value).map((weekday) => formatWeekday(Number(weekday)))),
  'order-templates.weekdays': (value) =>
    joined(texts(value).map((weekday) => formatWeekday(Number(weekday)))),
  'order-templates.lines': (value, t) => t.templateItems(rows(value).length),
  'item-levels.weekdayPar': (value, t) =>
    joined(
      Object.entries(record(value)).map(([weekday, qty]) =>
        t.weekdayPar(formatWeekday(Number(weekday)), formatQuantity(number(qty))),
      ),
    ),
  'gallery.tags': (value) => joined(texts(value)),
  'items.barcodes': (value) => joined(texts(value)),
  'items.transferPrice': (value, t) => {
    const { mode, percent, price } = record(value);
    if (mode === 'cost') return t.transferPrice.cost;
    if (mode === 'cost_plus') return t.transferPrice.costPlus(formatQuantity(number(percent)));
    return mode === 'fixed' ? t.transferPrice.fixed(formatMoney(number(price), baseCurrency())) : text(mode);
  },
  'items.allergens': (value, t) => {
    const said = Object.entries(record(value)).filter(([, state]) => state !== 'free');
    const words: Readonly<Record<string, string>> = t.allergens;
    const states: Readonly<Record<string, string>> = t.allergenStates;
    return joined(
      said.map(([name, state]) => `${states[String(state)] ?? ''} ${words[name] ?? name}`.trim()),
    );
  },
};
