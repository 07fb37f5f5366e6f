import { foldText } from '../text.ts';
import { findByGtin, toGtin, readNetGrams, readGs1 } from './gs1.ts';
import { matchesScaleLabel, readScaleLabel } from './scale-label.ts';

/** The fields by which a code can identify goods. */
export interface CodedGoods {
  itemCode: string;
  barcodes: readonly string[];
}

/** Settings and date needed to read a code. */
export interface ScanRules {
  /** YYYY-MM-DD, for the century of a GS1 date. */
  today: string;
  /** Schemes of the labels that the shop's scales print. */
  scaleLabels: readonly string[];
}

/** Goods identified by a code, with the other data in the code. */
export interface ScannedGoods<Goods> {
  goods: Goods;
  lot: string | null;
  /** Expiry date (YYYY-MM-DD), the last day of use. */
  expiry: string | null;
  /** Net weight in grams. */
  grams: number | null;
  /** Price in the base currency, from a scale label without a weight. */
  price: number | null;
}

const noScannedData = { lot: null, expiry: null, grams: null, price: null };

/** Finds the goods on a scale label; null for any other code and for goods that aren't in the list. */
export function findByScaleLabel<Goods extends CodedGoods>(
  code: string,
  list: readonly Goods[],
  { scaleLabels }: ScanRules,
): ScannedGoods<Goods> | null {
  const label = readScaleLabel(code, scaleLabels);
  const goods = label === null ? undefined : list.find((one) => matchesScaleLabel(label, one));
  return label && goods ? { ...noScannedData, goods, grams: label.grams, price: label.price } : null;
}

/**
 * Identifies goods by an entered or scanned code: a scale label, a barcode, an item code in any spelling, or
 * the GTIN of a barcode or GS1 code, including a carton's. Null for goods that aren't in the list.
 */
export function findScannedGoods<Goods extends CodedGoods>(
  text: string,
  list: readonly Goods[],
  rules: ScanRules,
): ScannedGoods<Goods> | null {
  const code = text.trim();
  const weighed = findByScaleLabel(code, list, rules);
  if (weighed) return weighed;
  const exact =
    list.find(({ barcodes }) => barcodes.includes(code)) ??
    list.find(({ itemCode }) => itemCode !== '' && foldText(itemCode) === foldText(code));
  if (exact) return { ...noScannedData, goods: exact };
  const gtin = toGtin(code);
  if (gtin !== null) {
    const goods = findByGtin(gtin, list);
    return goods ? { ...noScannedData, goods } : null;
  }
  const gs1 = readGs1(code, rules.today);
  const goods = gs1?.gtin ? findByGtin(gs1.gtin, list) : undefined;
  return gs1 && goods
    ? { ...noScannedData, goods, lot: gs1.lot, expiry: gs1.expiry, grams: readNetGrams(code) }
    : null;
}
