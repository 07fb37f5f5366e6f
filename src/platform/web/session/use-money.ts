import { type CurrencyCode, type MoneyFormat, getMoneyFormat } from '#platform/web/format/money.ts';
import { getCurrentUser, useUser } from './session.ts';

/** Returns the currency of stock, orders and costs; null until loaded. */
export function useBaseCurrency(): CurrencyCode {
  return useUser().baseCurrency ?? null;
}

/** Non-hook variant of `useBaseCurrency`. */
export function getBaseCurrency(): CurrencyCode {
  return getCurrentUser()?.baseCurrency ?? null;
}

/** Returns the formatters for amounts of stock, orders and costs. */
export function useMoney(): MoneyFormat {
  return getMoneyFormat(useBaseCurrency());
}
