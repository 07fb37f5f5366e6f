import { type CurrencyRate, currencyRateOn } from '#domain/currency.ts';
import { type Exact, exactDecimal, one } from '#domain/recipes/exact.ts';
import { statement } from '../../db/statements.ts';
import type { Queryable } from '../../db/types.ts';

const allCurrencies = statement((db) =>
  db.selectFrom('currencies').select(['_id', 'rates']).where('isBase', '=', 0),
);

/**
 * What one of a currency is in the money of the business on a day (YYYY-MM-DD), exactly; null before its first rate. None, and
 * the base currency, are that money.
 */
export async function loadExactRates(
  db: Queryable,
  day: string,
): Promise<(currency: string | null) => Exact | null> {
  const others = new Map((await allCurrencies(db)).map(({ _id, rates }) => [_id, rates]));
  return (currency) => {
    const rates = currency === null ? undefined : others.get(currency);
    if (rates === undefined) return one;
    const held = currencyRateOn(JSON.parse(rates) as CurrencyRate[], day);
    return held && exactDecimal(held.rate);
  };
}

const foreignSuppliers = statement((db) =>
  db
    .selectFrom('suppliers')
    .innerJoin('currencies', 'currencies._id', 'suppliers.currency')
    .select(['suppliers._id', 'suppliers.currency'])
    .where('currencies.isBase', '=', 0),
);

/** The currency in which a supplier charges; null for the money of the business, and for who is no supplier. */
export async function loadSupplierCurrencies(
  db: Queryable,
): Promise<(supplier: string | null) => string | null> {
  const others = new Map((await foreignSuppliers(db)).map(({ _id, currency }) => [_id, currency]));
  return (supplier) => others.get(supplier ?? '') ?? null;
}
