import type { Accrual } from '../shapes.ts';
import { computeRoundingToleranceE4 } from '../invoices.ts';
import { type MatchState, matchQuantity, classifyMatch } from '../match.ts';
import { resolveTolerances } from '#modules/suppliers/tolerance-rules.ts';
import { listBilledLines, type InvoiceDraftLine, type InvoiceDraft } from './entry-draft.ts';

/** Match of an invoice line with accepted goods, computed while it is entered. */
export interface LineMatch {
  state: MatchState;
  /** Accepted quantity not billed elsewhere, and its received price; null if nothing was accepted. */
  openQty: number;
  price: number | null;
  /** Purchase order price; null if not ordered. */
  orderedPrice: number | null;
  /** That price before the discount; null without a discount. */
  listPrice: number | null;
  /** Billed value less the matched quantity at the received price. */
  difference: number;
}

const toMicro = (value: number) => Math.round(value * 1e6);
const toE4 = (amount: number) => Math.round(amount * 1e4);
const toPrice = (priceMicro: number | null | undefined) => (priceMicro == null ? null : priceMicro / 1e6);

/** Returns the value of a line; 0 if quantity or price is missing. */
export const computeLineValue = ({ qty, price }: Pick<InvoiceDraftLine, 'qty' | 'price'>): number =>
  toE4((qty ?? 0) * (price ?? 0)) / 1e4;

/**
 * Returns the accruals that a line can bill: that of its receipt line, or all of its order line in the same
 * unit, oldest first.
 */
const findOpenAccruals = (line: InvoiceDraftLine, accruals: readonly Accrual[]): Accrual[] =>
  line.receiptLineId === null
    ? accruals.filter(
        ({ poLineId, itemId, unitSymbol }) =>
          line.poLineId !== null &&
          poLineId === line.poLineId &&
          itemId === line.itemId &&
          unitSymbol === line.unitSymbol,
      )
    : accruals.filter(({ receiptLineId }) => receiptLineId === line.receiptLineId);

/**
 * Matches lines with accruals by the rules used for posting. Lines are processed in order; each can use only
 * quantities that earlier lines haven't used.
 *
 * @param accruals accepted and unbilled quantities
 * @param getTolerancePercent returns the price tolerance of an item in percent
 * @returns matches by line key
 */
export function matchLines(
  lines: readonly InvoiceDraftLine[],
  accruals: readonly Accrual[],
  getTolerancePercent: (itemId: string) => number,
): Map<string, LineMatch> {
  const billedByReceiptLine = new Map<string, number>();
  return new Map(
    lines.map((line) => {
      const openAccruals = findOpenAccruals(line, accruals);
      const acceptedLines = openAccruals.map(({ receiptLineId, openQty, price, orderedPrice }) => ({
        lineId: receiptLineId,
        qtyMicro: toMicro(openQty),
        billedQtyMicro: billedByReceiptLine.get(receiptLineId) ?? 0,
        returnedQtyMicro: 0,
        priceMicro: toMicro(price),
        orderedPriceMicro: orderedPrice === null ? null : toMicro(orderedPrice),
      }));
      const qtyMicro = toMicro(line.qty ?? 0);
      const parts = matchQuantity(qtyMicro, acceptedLines).map((part) => {
        const acceptedLine = acceptedLines.find(({ lineId }) => lineId === part.lineId);
        return {
          ...part,
          priceMicro: acceptedLine?.priceMicro ?? 0,
          orderedPriceMicro: acceptedLine?.orderedPriceMicro ?? null,
        };
      });
      for (const part of parts)
        billedByReceiptLine.set(part.lineId, (billedByReceiptLine.get(part.lineId) ?? 0) + part.qtyMicro);
      const openMicro = acceptedLines.reduce(
        (sum, acceptedLine) => sum + Math.max(0, acceptedLine.qtyMicro - acceptedLine.billedQtyMicro),
        0,
      );
      const agreedValue = parts.reduce((sum, part) => sum + (part.qtyMicro / 1e6) * part.priceMicro, 0);
      const tolerances = resolveTolerances(
        {
          overReceiptPercentMicro: null,
          overReceiptQtyMicro: null,
          shortReceiptPercentMicro: null,
          shortReceiptQtyMicro: null,
          priceTolerancePercentMicro: toMicro(getTolerancePercent(line.itemId)),
        },
        null,
      );
      const billedLine = { qtyMicro, priceMicro: toMicro(line.price ?? 0) };
      return [
        line.key,
        {
          state: classifyMatch(billedLine, parts, tolerances),
          openQty: openMicro / 1e6,
          price: toPrice((parts[0] ?? acceptedLines[0])?.priceMicro),
          orderedPrice: toPrice((parts[0] ?? acceptedLines[0])?.orderedPriceMicro),
          listPrice: openAccruals[0]?.listPrice ?? null,
          difference: toE4(computeLineValue(line)) / 1e4 - Math.round(agreedValue / 100) / 1e4,
        },
      ];
    }),
  );
}

/** Totals of an invoice and the difference from the printed total. */
export interface InvoiceTotals {
  lines: number;
  computed: number;
  /** Printed total less the computed one; null if none is entered. */
  difference: number | null;
  /** Whether the difference is within the rounding tolerance. */
  isWithinTolerance: boolean;
}

export function computeInvoiceTotals(draft: InvoiceDraft): InvoiceTotals {
  const billedLines = listBilledLines(draft);
  const linesE4 = billedLines.reduce((sum, line) => sum + toE4(computeLineValue(line)), 0);
  const computedE4 = linesE4 + toE4(draft.freight ?? 0) + toE4(draft.tax ?? 0);
  const differenceE4 = draft.total === null ? null : toE4(draft.total) - computedE4;
  return {
    lines: linesE4 / 1e4,
    computed: computedE4 / 1e4,
    difference: differenceE4 === null ? null : differenceE4 / 1e4,
    isWithinTolerance:
      differenceE4 !== null && Math.abs(differenceE4) <= computeRoundingToleranceE4(billedLines.length),
  };
}
