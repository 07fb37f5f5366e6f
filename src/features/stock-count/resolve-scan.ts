import type { PackBarcode } from '#contract/bulk-changes.ts';
import type { CountLine } from '#contract/counts.ts';
import { findByGtin, readGs1 } from '#domain/lots/gs1.ts';
import { fromMicro, toMicro } from '#domain/quantity.ts';
import { parseQuantity } from '#src/lib/format/parse-quantity.ts';
import { foldText } from '#domain/text.ts';

/** What can be scanned: one line of the sheet, of an item and, where it keeps them, of a lot. */
export interface Scannable {
  lineId: string;
  itemId: string;
  itemCode: string;
  lot: string | null;
  /** The item is kept by lots: another one may come. */
  byLots: boolean;
  barcodes: readonly string[];
}

/** An item that may lie on the shelf without being on the sheet. */
export interface CountableItem {
  _id: string;
  itemCode: string;
  barcodes: readonly string[];
}

/** What a code means: a line, an item whose lots the code does not tell apart, one that is not on the sheet, or nothing. */
type ScanMatch<Line extends Scannable> =
  | { kind: 'line'; line: Line }
  | { kind: 'lots'; lines: Line[] }
  | { kind: 'newLot'; itemId: string; lot: string; expiry: string | null }
  | { kind: 'notListed'; itemId: string; lot: string | null; expiry: string | null };

/** With how much one of it is, in base units, where it is the code of a pack; null: one of what the item is counted in. */
export type ScanResult<Line extends Scannable> =
  | (ScanMatch<Line> & { packQty: number | null })
  | { kind: 'unknown' };

/** What can be scanned at a place. */
export interface ScanSources<Line extends Scannable> {
  lines: readonly Line[];
  items: readonly CountableItem[];
  packs: readonly PackBarcode[];
}

/**
 * What a scanned code means. The code itself comes first, as a barcode of the item or of a pack of it or as an item code, and a
 * lot's own name last: what looks like GS1 and is a name (`10D9T`) is looked up as it is.
 *
 * @param today YYYY-MM-DD, for the century of a GS1 day
 */
export function resolveScan<Line extends Scannable>(
  text: string,
  { lines, items, packs }: ScanSources<Line>,
  today: string,
): ScanResult<Line> {
  const code = text.trim();
  const itsOwn = findItemId(lines, items, ({ barcodes }) => barcodes.includes(code));
  if (itsOwn !== null) return { ...matchItem(itsOwn, lines, null, null), packQty: null };
  const pack = packs.find(({ barcode }) => barcode === code);
  if (pack) return { ...matchItem(pack.itemId, lines, null, null), packQty: pack.qty };
  const itsCode = findItemId(
    lines,
    items,
    ({ itemCode }) => itemCode !== '' && foldText(itemCode) === foldText(code),
  );
  if (itsCode !== null) return { ...matchItem(itsCode, lines, null, null), packQty: null };
  const gs1 = readGs1(code, today);
  if (gs1?.gtin) {
    const { gtin, lot, expiry } = gs1;
    // A pack that has this very GTIN; else what is in it, whose own differs by its first digit and its last.
    const packed = packs.find(({ barcode }) => barcode.padStart(gtin.length, '0') === gtin);
    const named = packed?.itemId ?? findByGtin(gtin, lines)?.itemId ?? findByGtin(gtin, items)?._id ?? null;
    if (named !== null) return { ...matchItem(named, lines, lot, expiry), packQty: packed?.qty ?? null };
  }
  const called = (name: string) => lines.filter(({ lot }) => isLotNamed(lot, name));
  const itsName = called(code);
  const ofLot = itsName.length > 0 || !gs1?.lot ? itsName : called(gs1.lot);
  if (ofLot.length > 1) return { kind: 'lots', lines: ofLot, packQty: null };
  const [only] = ofLot;
  return only ? { kind: 'line', line: only, packQty: null } : { kind: 'unknown' };
}

const isLotNamed = (lot: string | null, name: string) =>
  lot !== null && lot !== '' && foldText(lot) === foldText(name);

/** The item that a code names, on the sheet or beside it; null for none. */
function findItemId(
  lines: readonly Scannable[],
  items: readonly CountableItem[],
  isIt: (named: { itemCode: string; barcodes: readonly string[] }) => boolean,
): string | null {
  return lines.find(isIt)?.itemId ?? items.find(isIt)?._id ?? null;
}

function matchItem<Line extends Scannable>(
  itemId: string,
  lines: readonly Line[],
  lot: string | null,
  expiry: string | null,
): ScanMatch<Line> {
  const own = lines.filter((line) => line.itemId === itemId);
  const [first] = own;
  if (first === undefined) return { kind: 'notListed', itemId, lot, expiry };
  if (lot !== null && own.some(({ byLots }) => byLots)) {
    const named = own.find((line) => isLotNamed(line.lot, lot));
    return named ? { kind: 'line', line: named } : { kind: 'newLot', itemId, lot, expiry };
  }
  return own.length === 1 ? { kind: 'line', line: first } : { kind: 'lots', lines: own };
}

/** How many a scan means, by what was typed before it: `5`, `5*`, `2*6`; 1 where nothing was. Null for what is no number. */
export function parseScanCount(typed: string): number | null {
  const parsed = parseQuantity(typed.trim().replace(/[*x×]$/i, ''));
  if (parsed.kind === 'empty') return 1;
  return parsed.kind === 'quantity' && parsed.value > 0 ? parsed.value : null;
}

/** So many packs in base units; what no pack says is counted one by one. */
export const packsToBaseUnits = (times: number, packQty: number | null): number =>
  packQty === null ? times : fromMicro(Math.round(toMicro(packQty) * times));

/** What so many scans add to a line: packs in its base unit, all other codes in what it is counted in, which the server names first. */
export function scannedAmount(
  { units, unit, unitSymbol }: Pick<CountLine, 'units' | 'unit' | 'unitSymbol'>,
  times: number,
  packQty: number | null,
): { qty: number; unit: string; symbol: string } {
  if (packQty !== null) return { qty: packsToBaseUnits(times, packQty), unit, symbol: unitSymbol };
  const [first] = units;
  return { qty: times, unit: first?._id ?? unit, symbol: first?.symbol ?? unitSymbol };
}
