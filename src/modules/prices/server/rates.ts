import { type CurrencyRate, getCurrencyRate } from '#core/currency.ts';
import { type Exact, parseExactDecimal, exactOne } from '#core/exact.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';

const selectForeignCurrencies = statement((db) =>
  db.selectFrom('currencies').select(['_id', 'rates']).where('isBase', '=', 0),
);

/**
 * Returns a lookup of exact exchange rates to the base currency on a day (YYYY-MM-DD); the lookup returns
 * null for days before the first rate. If the currency is null or the base currency, the rate is one.
 */
export async function loadExactRates(
  db: Queryable,
  day: string,
): Promise<(currency: string | null) => Exact | null> {
  const ratesById = new Map((await selectForeignCurrencies(db)).map(({ _id, rates }) => [_id, rates]));
  return (currency) => {
    const rates = currency === null ? undefined : ratesById.get(currency);
    if (rates === undefined) return exactOne;
    const rate = getCurrencyRate(JSON.parse(rates) as CurrencyRate[], day);
    return rate && parseExactDecimal(rate.rate);
  };
}

const selectForeignSuppliers = statement((db) =>
  db
    .selectFrom('suppliers')
    .innerJoin('currencies', 'currencies._id', 'suppliers.currency')
    .select(['suppliers._id', 'suppliers.currency'])
    .where('currencies.isBase', '=', 0),
);

/** Returns a lookup of suppliers' foreign currencies; null for the base currency and unknown suppliers. */
export async function loadSupplierCurrencies(
  db: Queryable,
): Promise<(supplier: string | null) => string | null> {
  const currencyBySupplier = new Map(
    (await selectForeignSuppliers(db)).map(({ _id, currency }) => [_id, currency]),
  );
  return (supplier) => currencyBySupplier.get(supplier ?? '') ?? null;
}
