import { countDaysBetween } from '#core/day.ts';

/** The fields of a purchase order that determine the score of its supplier. */
export interface ScoredOrder {
  /** Days are YYYY-MM-DD. */
  expectedOn: string | null;
  sentOn: string;
  /** Day of the first active receipt; null if none. */
  firstReceivedOn: string | null;
  /** Whether the first receipt had an accepted quantity of at least the ordered quantity for every line. */
  isCompleteAtFirst: boolean;
}

/** Billed and delivered amounts of a supplier in a period, in one currency. */
export interface TradeTotals {
  billed: number;
  /** The billed quantities at the agreed prices. */
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

const roundToOneDecimal = (value: number): number => Math.round(value * 10) / 10;
/**
 * Rounds to one decimal; small shares keep one significant digit, and a share just below 100 becomes 99.9.
 */
const computePercent = (part: number, total: number): number | null => {
  if (total === 0) return null;
  const exact = (part * 100) / total;
  const rounded = roundToOneDecimal(exact);
  if (rounded === 100 && part < total) return 99.9;
  return rounded === 0 ? Number(exact.toPrecision(1)) : rounded;
};

/**
 * Scores a supplier. On time: the first receipt by the expected day; undelivered orders are late. In full:
 * the first receipt delivered everything. Price drift: billed above agreed prices for the same quantities.
 * Rejects: share of deliveries by value. Days to deliver: from sending to the first receipt, on average.
 */
export function computeSupplierScore(orders: readonly ScoredOrder[], trade: TradeTotals): SupplierScore {
  const datedOrders = orders.filter(({ expectedOn }) => expectedOn !== null);
  const deliveredOrders = orders.filter(({ firstReceivedOn }) => firstReceivedOn !== null);
  const onTimeOrders = datedOrders.filter(
    ({ expectedOn, firstReceivedOn }) => firstReceivedOn !== null && firstReceivedOn <= (expectedOn ?? ''),
  );
  const totalDays = deliveredOrders.reduce(
    (sum, { sentOn, firstReceivedOn }) => sum + countDaysBetween(sentOn, firstReceivedOn ?? sentOn),
    0,
  );
  return {
    orders: orders.length,
    onTimePercent: computePercent(onTimeOrders.length, datedOrders.length),
    inFullPercent: computePercent(
      orders.filter(({ isCompleteAtFirst }) => isCompleteAtFirst).length,
      orders.length,
    ),
    priceDriftPercent: computePercent(trade.billed - trade.agreed, trade.agreed),
    rejectedPercent: computePercent(trade.rejected, trade.delivered),
    daysToDeliver:
      deliveredOrders.length === 0 ? null : roundToOneDecimal(totalDays / deliveredOrders.length),
  };
}
