import type { Resource } from '#platform/collections/define-resource.ts';
import { type JsonRecord, readReference, readRecord, readText } from '#platform/shapes/tolerant.ts';
import type { Collection } from '#core/permissions.ts';
import type { CurrencyCode } from '#platform/web/format/money.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { type ReferenceNames, useNames } from './use-names.ts';

/**
 * Returns the currency of a row's amounts: that of its location or supplier, otherwise the base currency.
 * Null while loading. Fetches nothing if none of `fields` is an amount.
 */
export function useRowCurrency(
  { currencyBy, allFields }: Resource,
  fields: readonly string[],
): (values: JsonRecord) => CurrencyCode {
  const base = useBaseCurrency();
  const hasMoney = fields.some((field) => ['money', 'price'].includes(allFields[field]?.kind ?? ''));
  const field = hasMoney ? currencyBy : null;
  const refersTo = (field === null ? null : allFields[field]?.refersTo) ?? null;
  const names = useNames(refersTo === null ? [] : [...new Set<Collection>(['currencies', refersTo])]);
  if (field === null || refersTo === null) return () => base;
  return (values) =>
    refersTo === 'currencies'
      ? getCurrencyCode(names, values[field], base)
      : getSupplierCurrency(names, values[field], base);
}

/** Returns a supplier's currency; the base currency without a supplier. */
export function getSupplierCurrency(
  names: ReferenceNames,
  supplier: unknown,
  base: CurrencyCode,
): CurrencyCode {
  if (readReference(supplier) === null) return base;
  const row = names.getRow('suppliers', supplier);
  return row ? getCurrencyCode(names, readRecord(readRecord(row)['values'])['currency'], base) : null;
}

/** Returns the code of a currency by its id; the base currency without an id, null while loading. */
export function getCurrencyCode(names: ReferenceNames, currency: unknown, base: CurrencyCode): CurrencyCode {
  if (readReference(currency) === null) return base;
  const row = names.getRow('currencies', currency);
  return row ? readText(readRecord(readRecord(row)['values'])['code']) : null;
}
