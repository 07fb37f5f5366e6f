import { type CurrencyCode, type MoneyFormat, getMoneyFormat } from '../format/money.ts';
import { currentUser, useUser } from './session.ts';

/** The currency that stock, orders and costs are in; null until it is known. */
export function useBaseCurrency(): CurrencyCode {
  return useUser().baseCurrency ?? null;
}

/** The same, outside components. */
export function baseCurrency(): CurrencyCode {
  return currentUser()?.baseCurrency ?? null;
}

/** Puts amounts of stock, orders and costs into words. */
export function useMoney(): MoneyFormat {
  return getMoneyFormat(useBaseCurrency());
}
