import type { PackBarcode } from '#platform/shapes/bulk-changes-shape.ts';
import type { CountLine } from '../shapes.ts';
import { findByScaleLabel, type ScanRules } from '#core/labels/find-goods.ts';
import { convertGrams, findByGtin, readNetGrams, readGs1 } from '#core/labels/gs1.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { parseQuantity } from '#platform/web/format/parse-quantity.ts';
import { foldText } from '#core/text.ts';

/** Scannable line of the sheet: an item and, if tracked by lot, one of its lots. */
export interface Scannable {
  lineId: string;
  itemId: string;
  itemCode: string;
  lot: string | null;
  /** Whether the item is tracked by lot, so that a scan may add a lot. */
  isTrackedByLot: boolean;
  barcodes: readonly string[];
}

/** Item that may be in stock without being on the sheet. */
export interface ScanCandidate {
  _id: string;
  itemCode: string;
  barcodes: readonly string[];
}

/**
 * Match of a code: a line, several lines of one item or lot, a new lot, or an item that isn't on the sheet.
 */
type ScanMatch<Line extends Scannable> =
  | { kind: 'line'; line: Line }
  | { kind: 'lots'; lines: Line[] }
  | { kind: 'newLot'; itemId: string; lot: string; expiry: string | null }
  | { kind: 'notListed'; itemId: string; lot: string | null; expiry: string | null };

/**
 * Quantity in a code: of a pack in base units, or a net weight in grams. Otherwise a scan counts one count
 * unit.
 */
export interface CodedQuantity {
  packQty: number | null;
  grams: number | null;
}

const oneUnit: CodedQuantity = { packQty: null, grams: null };

/** `priced`: the label of a scale that has a price and no weight. */
export type ScanResult<Line extends Scannable> =
  | (ScanMatch<Line> & CodedQuantity)
  | { kind: 'unknown' }
  | { kind: 'priced' };

/** Everything that can be scanned at a location. */
export interface ScanSources<Line extends Scannable> {
  lines: readonly Line[];
  items: readonly ScanCandidate[];
  packs: readonly PackBarcode[];
}

/**
 * Resolves a scanned code. A scale's label comes first, then an exact barcode of an item or pack, an item
 * code, GS1, and finally a lot number; a lot number that looks like GS1 (`10D9T`) is looked up unparsed.
 */
export function resolveScan<Line extends Scannable>(
  text: string,
  { lines, items, packs }: ScanSources<Line>,
  rules: ScanRules,
): ScanResult<Line> {
  const code = text.trim();
  const scaleMatch = findByScaleLabel<Line | ScanCandidate>(code, [...lines, ...items], rules);
  if (scaleMatch) {
    const { goods, grams } = scaleMatch;
    const itemId = 'itemId' in goods ? goods.itemId : goods._id;
    return grams === null
      ? { kind: 'priced' }
      : { ...matchItem(itemId, lines, null, null), packQty: null, grams };
  }
  const idByBarcode = findItemId(lines, items, ({ barcodes }) => barcodes.includes(code));
  if (idByBarcode !== null) return { ...matchItem(idByBarcode, lines, null, null), ...oneUnit };
  const pack = packs.find(({ barcode }) => barcode === code);
  if (pack) return { ...matchItem(pack.itemId, lines, null, null), packQty: pack.qty, grams: null };
  const idByItemCode = findItemId(
    lines,
    items,
    ({ itemCode }) => itemCode !== '' && foldText(itemCode) === foldText(code),
  );
  if (idByItemCode !== null) return { ...matchItem(idByItemCode, lines, null, null), ...oneUnit };
  const gs1 = readGs1(code, rules.today);
  const grams = readNetGrams(code);
  if (gs1?.gtin) {
    const { gtin, lot, expiry } = gs1;
    // A pack with this GTIN, otherwise the item inside it, whose GTIN has a different indicator and check
    // digit.
    const gs1Pack = packs.find(({ barcode }) => barcode.padStart(gtin.length, '0') === gtin);
    const itemId = gs1Pack?.itemId ?? findByGtin(gtin, lines)?.itemId ?? findByGtin(gtin, items)?._id ?? null;
    if (itemId !== null)
      return { ...matchItem(itemId, lines, lot, expiry), packQty: gs1Pack?.qty ?? null, grams };
  }
  const findLinesWithLot = (name: string) => lines.filter(({ lot }) => hasLotName(lot, name));
  const linesWithCode = findLinesWithLot(code);
  const lotLines = linesWithCode.length > 0 || !gs1?.lot ? linesWithCode : findLinesWithLot(gs1.lot);
  if (lotLines.length > 1) return { kind: 'lots', lines: lotLines, packQty: null, grams };
  const [singleLine] = lotLines;
  return singleLine ? { kind: 'line', line: singleLine, packQty: null, grams } : { kind: 'unknown' };
}

const hasLotName = (lot: string | null, name: string) =>
  lot !== null && lot !== '' && foldText(lot) === foldText(name);

/** Returns the item that a code identifies, whether or not it is on the sheet; null if there is none. */
function findItemId(
  lines: readonly Scannable[],
  items: readonly ScanCandidate[],
  isMatch: (candidate: { itemCode: string; barcodes: readonly string[] }) => boolean,
): string | null {
  return lines.find(isMatch)?.itemId ?? items.find(isMatch)?._id ?? null;
}

function matchItem<Line extends Scannable>(
  itemId: string,
  lines: readonly Line[],
  lot: string | null,
  expiry: string | null,
): ScanMatch<Line> {
  const itemLines = lines.filter((line) => line.itemId === itemId);
  const [first] = itemLines;
  if (first === undefined) return { kind: 'notListed', itemId, lot, expiry };
  if (lot !== null && itemLines.some(({ isTrackedByLot }) => isTrackedByLot)) {
    const lotLine = itemLines.find((line) => hasLotName(line.lot, lot));
    return lotLine ? { kind: 'line', line: lotLine } : { kind: 'newLot', itemId, lot, expiry };
  }
  return itemLines.length === 1 ? { kind: 'line', line: first } : { kind: 'lots', lines: itemLines };
}

/** Parses the multiplier entered before a scan: `5`, `5*`, `2*6`; 1 if empty, null if invalid. */
export function parseScanCount(text: string): number | null {
  const parsed = parseQuantity(text.trim().replace(/[*x×]$/i, ''));
  if (parsed.kind === 'empty') return 1;
  return parsed.kind === 'quantity' && parsed.value > 0 ? parsed.value : null;
}

/** Converts packs to base units; without a pack quantity the count is unchanged. */
export const convertPacksToBaseUnits = (times: number, packQty: number | null): number =>
  packQty === null ? times : fromMicro(Math.round(toMicro(packQty) * times));

/**
 * Returns the quantity that a scan adds to a line: weights and packs in its base unit, everything else in its
 * count unit, which is the first in `units`.
 */
export function getScannedAmount(
  { units, unit, unitSymbol }: Pick<CountLine, 'units' | 'unit' | 'unitSymbol'>,
  times: number,
  { packQty, grams }: CodedQuantity,
): { qty: number; unit: string; symbol: string } {
  const weight = grams === null ? null : convertGrams(grams, unitSymbol);
  const contents = weight ?? packQty;
  if (contents !== null) return { qty: convertPacksToBaseUnits(times, contents), unit, symbol: unitSymbol };
  const [first] = units;
  return { qty: times, unit: first?._id ?? unit, symbol: first?.symbol ?? unitSymbol };
}
