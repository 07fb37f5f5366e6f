/** A purchase order as its supplier is scored by it. */
export interface ScoredOrder {
  /** Days are YYYY-MM-DD. */
  expectedOn: string | null;
  sentOn: string;
  /** Of its first receipt that stands; null while there is none. */
  firstCameOn: string | null;
  /** Its first receipt brought, accepted, at least all that was ordered of every line. */
  isWholeAtFirst: boolean;
}

/** What a supplier was billed by and brought in a period; amounts of one money. */
export interface ScoredTrade {
  billed: number;
  /** The same quantities at the prices that were agreed. */
  agreed: number;
  delivered: number;
  rejected: number;
}

export interface SupplierScore {
  orders: number;
  onTimePercent: number | null;
  inFullPercent: number | null;
  priceDriftPercent: number | null;
  rejectedPercent: number | null;
  daysToDeliver: number | null;
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
/** To one decimal; what is not nothing is said by its first digit, and what lacks a little of all of it lacks a tenth. */
const percent = (part: number, whole: number): number | null => {
  if (whole === 0) return null;
  const exact = (part * 100) / whole;
  const told = oneDecimal(exact);
  if (told === 100 && part < whole) return 99.9;
  return told === 0 ? Number(exact.toPrecision(1)) : told;
};
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/**
 * How a supplier kept to what was agreed. On time: the first receipt came no later than the day it was expected; what has not come
 * was not on time. In full: the first receipt brought everything. Price drift: what was billed above what was agreed for the
 * same quantities. Rejects: of what was delivered, at its price. Days to deliver: from sending to the first receipt, on average.
 */
export function computeSupplierScore(orders: readonly ScoredOrder[], trade: ScoredTrade): SupplierScore {
  const dated = orders.filter(({ expectedOn }) => expectedOn !== null);
  const came = orders.filter(({ firstCameOn }) => firstCameOn !== null);
  const onTime = dated.filter(
    ({ expectedOn, firstCameOn }) => firstCameOn !== null && firstCameOn <= (expectedOn ?? ''),
  );
  const days = came.reduce(
    (sum, { sentOn, firstCameOn }) => sum + daysBetween(sentOn, firstCameOn ?? sentOn),
    0,
  );
  return {
    orders: orders.length,
    onTimePercent: percent(onTime.length, dated.length),
    inFullPercent: percent(orders.filter(({ isWholeAtFirst }) => isWholeAtFirst).length, orders.length),
    priceDriftPercent: percent(trade.billed - trade.agreed, trade.agreed),
    rejectedPercent: percent(trade.rejected, trade.delivered),
    daysToDeliver: came.length === 0 ? null : oneDecimal(days / came.length),
  };
}
