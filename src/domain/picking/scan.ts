import { gtinOf, netGramsOf, findByGtin, readGs1 } from '../lots/gs1.ts';
import { stripSymbology } from '../lots/symbology.ts';
import { foldText } from '../text.ts';

/** An item of a pick list as a scanner can name it. */
export interface ScannableItem {
  itemId: string;
  itemCode: string;
  barcodes: readonly string[];
  /** The codes of its lots; empty for what nobody named one for. */
  lots: readonly { lot: string; expiry: string | null }[];
}

/** What a code on the goods means on a pick list. */
export interface ScannedGoods {
  itemId: string;
  /** The lot it names, where the kitchen has it; by its day where it names no lot. */
  lot: string | null;
  /** It names a lot that the kitchen's books do not have. */
  unknownLot: string | null;
  /** Net weight in grams, of goods that are weighed. */
  grams: number | null;
}

/**
 * What a scanned code means: a barcode or an item code as it is, then the name of a lot as it is (`10D9T` is a lot's name,
 * and no AI 10), then a GS1 code with its GTIN, lot, day and weight. A barcode is the same with more zeros before it, and
 * that of a carton names what is in it. Null for what is not on the list, and for a lot's name that several items have.
 *
 * @param today YYYY-MM-DD, for the century of a GS1 day
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
  const bare = gtinOf(code);
  const printed = bare === null ? undefined : findByGtin(bare, items);
  if (printed) return { itemId: printed.itemId, ...nothing };
  const gs1 = readGs1(text, today);
  if (gs1 === null) return null;
  const { gtin, lot, expiry } = gs1;
  const grams = netGramsOf(text);
  if (gtin === null) {
    const [only, ...more] = lot === null ? [] : called(lot);
    return only && more.length === 0 ? { ...nothing, ...only, grams } : null;
  }
  const named = findByGtin(gtin, items);
  if (!named) return null;
  const found = named.lots.find((one) =>
    lot === null ? one.expiry !== null && one.expiry === expiry : foldText(one.lot) === foldText(lot),
  );
  return {
    itemId: named.itemId,
    lot: found && found.lot !== '' ? found.lot : null,
    unknownLot: found ? null : lot,
    grams,
  };
}
