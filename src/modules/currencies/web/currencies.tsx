import { useQuery } from '@tanstack/react-query';
import { currencies } from '../collection.ts';
import { getCurrencyRate } from '#core/currency.ts';
import { readBoolean, readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { allResourceQuery, type ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { LearnMore } from '#platform/web/layout/learn-more.tsx';
import { missingValue, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useToday } from '#platform/web/use-today.ts';
import type { PageExtras } from '#modules/master-data/web/collection-screen.ts';
import { currenciesMessages } from './messages.ts';

function useCurrencyColumns() {
  const t = useMessages(currenciesMessages).list;
  const today = useToday();
  return [
    {
      key: 'rateNow',
      label: t.now,
      cell: (row: ResourceRow) => {
        const rate = getRateOn(row, today);
        return rate === null ? missingValue : formatQuantity(rate);
      },
      value: (row: ResourceRow) => getRateOn(row, today),
      isNumeric: true,
    },
  ];
}

/**
 * Returns the exchange rate to the base currency on a day; null for the base currency and before the first
 * rate.
 */
function getRateOn({ values }: ResourceRow, day: string): number | null {
  if (readBoolean(values['isBase']) || !Array.isArray(values['rates'])) return null;
  const rates = values['rates'].map(readRecord).flatMap(({ date, rate }) => {
    const [from, value] = [readText(date), readNumberValue(rate)];
    return from === null || value === null ? [] : [{ date: from, rate: value }];
  });
  return getCurrencyRate(rates, day)?.rate ?? null;
}

/** Explains the base currency above the list. */
function BaseCurrencyNote() {
  const t = useMessages(currenciesMessages).list;
  const { data } = useQuery(allResourceQuery(currencies, { active: true }));
  const base = data?.rows.find(({ values }) => readBoolean(values['isBase']));
  return (
    <div className="min-h-[3lh] pb-3 text-muted-foreground text-sm">
      {data ? (base ? t.base(base.name) : t.noBase) : null}
      {base ? (
        <LearnMore subject={t.exchangeRates}>
          <p>{t.aboutRates(base.name)}</p>
        </LearnMore>
      ) : null}
    </div>
  );
}

export const currencyExtras: PageExtras = {
  currencies: { useColumns: useCurrencyColumns, Above: BaseCurrencyNote },
};
