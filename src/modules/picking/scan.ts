import { gtinOf, netGramsOf, findByGtin, readGs1 } from '#core/labels/gs1.ts';
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

/** What a scanned code identifies on a pick list. */
export interface ScannedGoods {
  itemId: string;
  /** The lot, if the kitchen has it; found by expiry if the code has no lot. */
  lot: string | null;
  /** The code names a lot that the kitchen doesn't have on record. */
  unknownLot: string | null;
  /** Net weight in grams, of weighed goods. */
  grams: number | null;
}

/**
 * Identifies a scanned code: first a barcode or item code, then a lot code (`10D9T` is a lot, not AI 10),
 * then a GS1 code with GTIN, lot, date and weight. Leading zeros of barcodes are ignored, and a carton's
 * barcode matches its contents. Null for anything not on the list, and for a lot code that several items
 * have.
 *
 * @param today YYYY-MM-DD, for the century of a GS1 date
 */
export function readScannedGoods(
  text: string,
  items: readonly ScannableItem[],
  today: string,
): ScannedGoods | null {
  const code = stripSymbology(text);
  const nothing = { lot: null, unknownLot: null, grams: null };
  const item =
    items.find(({ barcodes }) => barcodes.includes(code)) ??
    items.find(({ itemCode }) => itemCode !== '' && foldText(itemCode) === foldText(code));
  if (item) return { itemId: item.itemId, ...nothing };
  const called = (name: string) =>
    items.flatMap(({ itemId, lots }) =>
      lots
        .filter(({ lot }) => lot !== '' && foldText(lot) === foldText(name))
        .map(({ lot }) => ({ itemId, lot })),
    );
  const [itself, ...others] = called(code);
  if (itself) return others.length === 0 ? { ...nothing, ...itself } : null;
  const gtin14 = gtinOf(code);
  const printed = gtin14 === null ? undefined : findByGtin(gtin14, items);
  if (printed) return { itemId: printed.itemId, ...nothing };
  const gs1 = readGs1(text, today);
  if (gs1 === null) return null;
  const { gtin, lot, expiry } = gs1;
  const grams = netGramsOf(text);
  if (gtin === null) {
    const [only, ...more] = lot === null ? [] : called(lot);
    return only && more.length === 0 ? { ...nothing, ...only, grams } : null;
  }
  const matched = findByGtin(gtin, items);
  if (!matched) return null;
  const found = matched.lots.find((candidate) =>
    lot === null
      ? candidate.expiry !== null && candidate.expiry === expiry
      : foldText(candidate.lot) === foldText(lot),
  );
  return {
    itemId: matched.itemId,
    lot: found && found.lot !== '' ? found.lot : null,
    unknownLot: found ? null : lot,
    grams,
  };
}
