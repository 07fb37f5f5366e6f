import { findByScaleLabel, type ScanRules } from '#core/labels/find-goods.ts';
import { toGtin, readNetGrams, findByGtin, readGs1 } from '#core/labels/gs1.ts';
import { stripSymbology } from '#core/labels/symbology.ts';
import { foldText } from '#core/text.ts';

/** An item of a pick list as a scanner can identify it. */
export interface ScannableItem {
  itemId: string;
  itemCode: string;
  barcodes: readonly string[];
  /** Codes of its lots; empty for stock without a lot. */
  lots: readonly { lot: string; expiry: string | null }[];
}

/** The item, lot and weight that a scanned code identifies on a pick list. */
export interface ScannedGoods {
  itemId: string;
  /** The lot, if the kitchen has it; found by expiry if the code has no lot. */
  lot: string | null;
  /** Lot in the code that the kitchen doesn't have on record. */
  unknownLot: string | null;
  /** Net weight of weighed goods in grams. */
  grams: number | null;
}

/**
 * Identifies a scanned code: first a scale's label, barcode or item code, then a lot code (`10D9T` is a lot,
 * not AI 10), then a GS1 code with GTIN, lot, date and weight. Leading zeros of barcodes are ignored, and a
 * carton's barcode matches its contents. Returns null for codes that aren't on the list, and for lot codes shared
 * by several items.
 */
export function readScannedGoods(
  text: string,
  items: readonly ScannableItem[],
  rules: ScanRules,
): ScannedGoods | null {
  const code = stripSymbology(text);
  const noDetails = { lot: null, unknownLot: null, grams: null };
  const weighed = findByScaleLabel(code, items, rules);
  if (weighed) return { ...noDetails, itemId: weighed.goods.itemId, grams: weighed.grams };
  const item =
    items.find(({ barcodes }) => barcodes.includes(code)) ??
    items.find(({ itemCode }) => itemCode !== '' && foldText(itemCode) === foldText(code));
  if (item) return { itemId: item.itemId, ...noDetails };
  const findLots = (lotCode: string) =>
    items.flatMap(({ itemId, lots }) =>
      lots
        .filter(({ lot }) => lot !== '' && foldText(lot) === foldText(lotCode))
        .map(({ lot }) => ({ itemId, lot })),
    );
  const [codeLot, ...otherCodeLots] = findLots(code);
  if (codeLot) return otherCodeLots.length === 0 ? { ...noDetails, ...codeLot } : null;
  const gtin14 = toGtin(code);
  const itemByGtin = gtin14 === null ? undefined : findByGtin(gtin14, items);
  if (itemByGtin) return { itemId: itemByGtin.itemId, ...noDetails };
  const gs1 = readGs1(text, rules.today);
  if (gs1 === null) return null;
  const { gtin, lot, expiry } = gs1;
  const grams = readNetGrams(text);
  if (gtin === null) {
    const [gs1Lot, ...otherGs1Lots] = lot === null ? [] : findLots(lot);
    return gs1Lot && otherGs1Lots.length === 0 ? { ...noDetails, ...gs1Lot, grams } : null;
  }
  const gs1Item = findByGtin(gtin, items);
  if (!gs1Item) return null;
  const itemLot = gs1Item.lots.find((candidate) =>
    lot === null
      ? candidate.expiry !== null && candidate.expiry === expiry
      : foldText(candidate.lot) === foldText(lot),
  );
  return {
    itemId: gs1Item.itemId,
    lot: itemLot && itemLot.lot !== '' ? itemLot.lot : null,
    unknownLot: itemLot ? null : lot,
    grams,
  };
}
