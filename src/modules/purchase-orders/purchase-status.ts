import { ceilToStep, convertMicro, toExactOrNull, fromMicro, toMicro } from '#core/quantity.ts';
import { computeValueAtPrice, addPercent } from '#core/money.ts';

/** In lifecycle order. */
export const purchaseStatuses = ['Draft', 'Pending Approval', 'Sent', 'Closed', 'Cancelled'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

export const receivedStatuses = ['Not Received', 'Partly Received', 'Received'] as const;
export type ReceivedStatus = (typeof receivedStatuses)[number];

export const billedStatuses = ['Not Billed', 'Partly Billed', 'Billed'] as const;
export type BilledStatus = (typeof billedStatuses)[number];

/**
 * Filter for deliveries of orders: `due` if goods have arrived or the expected day has passed, `dated` if the
 * order also has an expected day, `received` if goods have arrived.
 */
export const purchaseDeliveries = ['due', 'dated', 'received'] as const;
export type PurchaseDelivery = (typeof purchaseDeliveries)[number];

/** A line's progress; quantities are in the line's unit. */
export interface PurchaseProgressLine {
  qtyMicro: number;
  priceMicro: number;
  taxPercentMicro: number | null;
  receivedQtyMicro: number;
  billedQtyMicro: number;
  billedValueE4: number;
  /** Returned and not billed. */
  returnedQtyMicro: number;
  isClosed: 0 | 1;
}

/** Returns a line's outstanding quantity; 0 if it was closed short or over-delivered. */
export const computeOutstandingMicro = ({
  qtyMicro,
  receivedQtyMicro,
  isClosed,
}: Pick<PurchaseProgressLine, 'qtyMicro' | 'receivedQtyMicro' | 'isClosed'>): number =>
  isClosed === 1 ? 0 : Math.max(0, qtyMicro - receivedQtyMicro);

/**
 * Returns whether a line was closed automatically because it is within tolerance. Closing a line manually
 * always records a reason.
 */
export const isClosedByTolerance = ({
  isClosed,
  reasonCode,
}: Pick<PurchaseProgressLine, 'isClosed'> & { reasonCode: string | null }): boolean =>
  isClosed === 1 && reasonCode === null;

/**
 * Returns the receipt status by quantity: received once goods have arrived and no line is outstanding. An
 * order closed short without any receipt isn't received.
 */
export function getReceiptStatus(lines: readonly PurchaseProgressLine[]): ReceivedStatus {
  if (lines.every(({ receivedQtyMicro }) => receivedQtyMicro === 0)) return 'Not Received';
  return lines.every((line) => computeOutstandingMicro(line) === 0) ? 'Received' : 'Partly Received';
}

/**
 * Returns the quantity to be billed: the larger of ordered and received (only received if closed), less
 * unbilled returns.
 */
const computeBillableMicro = ({
  qtyMicro,
  receivedQtyMicro,
  returnedQtyMicro,
  isClosed,
}: PurchaseProgressLine): number =>
  (isClosed === 1 ? receivedQtyMicro : Math.max(qtyMicro, receivedQtyMicro)) - returnedQtyMicro;

/** Returns the billing status by quantity, at any price. */
export function getBillingStatusByQuantity(lines: readonly PurchaseProgressLine[]): BilledStatus {
  if (lines.every(({ billedQtyMicro }) => billedQtyMicro === 0)) return 'Not Billed';
  return lines.every((line) => line.billedQtyMicro >= computeBillableMicro(line))
    ? 'Billed'
    : 'Partly Billed';
}

/**
 * Returns the billing status by amount. A line billed in full at a lower price, even 0, also counts as billed
 * by amount, because nothing is left to bill.
 */
export function getBillingStatusByAmount(lines: readonly PurchaseProgressLine[]): BilledStatus {
  if (lines.every(({ billedQtyMicro, billedValueE4 }) => billedQtyMicro === 0 && billedValueE4 === 0))
    return 'Not Billed';
  const isBilled = (line: PurchaseProgressLine) =>
    line.billedQtyMicro >= computeBillableMicro(line) ||
    line.billedValueE4 >= computeValueAtPrice(computeBillableMicro(line), line.priceMicro);
  return lines.every(isBilled) ? 'Billed' : 'Partly Billed';
}

/** Computes order totals in ten-thousandths; tax is rounded per line, as on suppliers' invoices. */
export function computePurchaseTotals(
  lines: readonly Pick<PurchaseProgressLine, 'qtyMicro' | 'priceMicro' | 'taxPercentMicro'>[],
  freightE4: number,
): { goodsValueE4: number; taxE4: number; totalE4: number } {
  let [goodsValueE4, taxE4] = [0, 0];
  for (const { qtyMicro, priceMicro, taxPercentMicro } of lines) {
    const valueE4 = computeValueAtPrice(qtyMicro, priceMicro);
    goodsValueE4 += valueE4;
    taxE4 += taxPercentMicro === null ? 0 : addPercent(valueE4, taxPercentMicro) - valueE4;
  }
  return { goodsValueE4, taxE4, totalE4: goodsValueE4 + freightE4 + taxE4 };
}

/** A line with its pack and the multiple in which it is sold. */
export interface PackLine {
  lineId: string;
  packagingId: string | null;
  qtyMicro: number;
  multipleMicro: number | null;
}

/**
 * Returns the lines whose packs aren't ordered in multiples. Checks each pack's total, in whole millionths to
 * avoid rounding errors (three times 0.1 is 0.3).
 */
export function findLinesNotInMultiples(lines: readonly PackLine[]): PackLine[] {
  const packs = Map.groupBy(lines, ({ packagingId }) => packagingId);
  return [...packs].flatMap(([pack, packLines]) => {
    const multiple = packLines[0]?.multipleMicro ?? 0;
    if (pack === null || multiple <= 0) return [];
    const sum = packLines.reduce((total, { qtyMicro }) => total + BigInt(qtyMicro), 0n);
    return sum % BigInt(multiple) === 0n ? [] : packLines;
  });
}

/** Returns the quantity, or the next multiple above it; any quantity is allowed without a multiple. */
export const roundUpToMultiple = (qty: number, multiple: number | null): number =>
  multiple === null || multiple <= 0 ? qty : fromMicro(ceilToStep(toMicro(qty), toMicro(multiple)));

/** Converts a line's quantity to base units; null if out of range. */
export const toBaseMicro = (qtyMicro: number, line: { unitNum: number; unitDen: number }): number | null =>
  toExactOrNull(() => convertMicro(qtyMicro, { num: line.unitNum, den: line.unitDen }));
