import { formatMoney, formatQuantity } from './format.ts';

/** A price per unit: that of a gram has more decimals than that of a case. */
export function formatPrice(value: number | null): string {
  return value !== null && Math.abs(value) < 1
    ? formatQuantity(Number(value.toFixed(4)))
    : formatMoney(value);
}
