import { convertMicro, exactOrNull } from '../quantity.ts';
import { valueAtPrice, withPercent } from '../money.ts';

/** In the order of a purchase order's life. */
export const purchaseStatuses = ['Draft', 'Pending Approval', 'Sent', 'Closed', 'Cancelled'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

export const receivedStatuses = ['Not Received', 'Partly Received', 'Received'] as const;
export type ReceivedStatus = (typeof receivedStatuses)[number];

export const billedStatuses = ['Not Billed', 'Partly Billed', 'Billed'] as const;
export type BilledStatus = (typeof billedStatuses)[number];

/** What of a line says how far it got; quantities in what the line counts. */
export interface PurchaseProgressLine {
  qtyMicro: number;
  priceMicro: number;
  taxPercentMicro: number | null;
  receivedQtyMicro: number;
  billedQtyMicro: number;
  billedValueE4: number;
  /** Went back and was not billed. */
  returnedQtyMicro: number;
  isClosed: 0 | 1;
}

/** What a line still waits for; nothing where it was closed short, or more came than was ordered. */
export const outstandingMicro = ({
  qtyMicro,
  receivedQtyMicro,
  isClosed,
}: Pick<PurchaseProgressLine, 'qtyMicro' | 'receivedQtyMicro' | 'isClosed'>): number =>
  isClosed === 1 ? 0 : Math.max(0, qtyMicro - receivedQtyMicro);

/** A line that came short within its tolerance is closed without a reason; whoever closes one gives a reason. */
export const isClosedByTolerance = ({
  isClosed,
  reasonCode,
}: Pick<PurchaseProgressLine, 'isClosed'> & { reasonCode: string | null }): boolean =>
  isClosed === 1 && reasonCode === null;

/**
 * How much of an order came, by quantity alone: it is received as soon as no line waits for anything and something came. What is
 * closed short without anything of the order having come is not received.
 */
export function receivedStatusOf(lines: readonly PurchaseProgressLine[]): ReceivedStatus {
  if (lines.every(({ receivedQtyMicro }) => receivedQtyMicro === 0)) return 'Not Received';
  return lines.every((line) => outstandingMicro(line) === 0) ? 'Received' : 'Partly Received';
}

/** What a line is billed for in the end: all that was ordered or came, of a closed one what came, less what went back unbilled. */
const dueMicro = ({ qtyMicro, receivedQtyMicro, returnedQtyMicro, isClosed }: PurchaseProgressLine): number =>
  (isClosed === 1 ? receivedQtyMicro : Math.max(qtyMicro, receivedQtyMicro)) - returnedQtyMicro;

/** How much of the quantity was billed, at whatever price. */
export function billedByQuantityOf(lines: readonly PurchaseProgressLine[]): BilledStatus {
  if (lines.every(({ billedQtyMicro }) => billedQtyMicro === 0)) return 'Not Billed';
  return lines.every((line) => line.billedQtyMicro >= dueMicro(line)) ? 'Billed' : 'Partly Billed';
}

/**
 * How much of the agreed amount was billed. A quantity that was billed in full at a lower price, for nothing even, leaves nothing to
 * bill, so that it is billed by amount, too.
 */
export function billedByAmountOf(lines: readonly PurchaseProgressLine[]): BilledStatus {
  if (lines.every(({ billedQtyMicro, billedValueE4 }) => billedQtyMicro === 0 && billedValueE4 === 0))
    return 'Not Billed';
  const isBilled = (line: PurchaseProgressLine) =>
    line.billedQtyMicro >= dueMicro(line) ||
    line.billedValueE4 >= valueAtPrice(dueMicro(line), line.priceMicro);
  return lines.every(isBilled) ? 'Billed' : 'Partly Billed';
}

/** What an order comes to, in ten-thousandths: tax is rounded once for each line, as suppliers print it. */
export function purchaseTotals(
  lines: readonly Pick<PurchaseProgressLine, 'qtyMicro' | 'priceMicro' | 'taxPercentMicro'>[],
  freightE4: number,
): { goodsValueE4: number; taxE4: number; totalE4: number } {
  let [goodsValueE4, taxE4] = [0, 0];
  for (const { qtyMicro, priceMicro, taxPercentMicro } of lines) {
    const valueE4 = valueAtPrice(qtyMicro, priceMicro);
    goodsValueE4 += valueE4;
    taxE4 += taxPercentMicro === null ? 0 : withPercent(valueE4, taxPercentMicro) - valueE4;
  }
  return { goodsValueE4, taxE4, totalE4: goodsValueE4 + freightE4 + taxE4 };
}

/** A line by the pack that it counts, and in which multiples its supplier sells that. */
export interface PackLine {
  lineId: string;
  packagingId: string | null;
  qtyMicro: number;
  multipleMicro: number | null;
}

/**
 * The lines whose pack is not ordered in its multiples: judged on all lines of a pack together, which may stand twice, and in
 * whole millionths, so that nothing is rounded (three times 0.1 is 0.3).
 */
export function findLinesOutOfMultiple(lines: readonly PackLine[]): PackLine[] {
  const packs = Map.groupBy(lines, ({ packagingId }) => packagingId);
  return [...packs].flatMap(([pack, all]) => {
    const multiple = all[0]?.multipleMicro ?? 0;
    if (pack === null || multiple <= 0) return [];
    const sum = all.reduce((total, { qtyMicro }) => total + BigInt(qtyMicro), 0n);
    return sum % BigInt(multiple) === 0n ? [] : all;
  });
}

/** A quantity of what a line counts in base units; null beyond exact numbers. */
export const toBaseMicro = (qtyMicro: number, line: { unitNum: number; unitDen: number }): number | null =>
  exactOrNull(() => convertMicro(qtyMicro, { num: line.unitNum, den: line.unitDen }));
