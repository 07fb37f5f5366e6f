import type { OpenedItem, OpeningStockInput, ProposedCost } from '#contract/stock.ts';
import { type JsonRecord, readNumberValue, readText } from '#contract/tolerant.ts';
import { foldText } from '#domain/text.ts';
import type { Branch } from '#src/collections/places/branches.ts';
import type { CompactItem } from '#src/collections/items/items.ts';
import type { Section } from '#src/collections/places/sections.ts';
import type { Unit } from '#src/collections/items/units.ts';
import { compareNames } from '../inventory/stock-rows.ts';

/** What was typed for one item. `unit` is empty for the first of its units; `cost` is that of one unit. */
export interface OpeningEntry {
  qty: number | null;
  unit: string;
  cost: number | null;
  /** Of an item that is kept by lots: what is printed on it, and the last day on which it is good; empty elsewhere. */
  lot: string;
  expiry: string;
  /** Of an item that is counted in pieces; null: what follows from its nominal weight. */
  pieces: number | null;
}

export const emptyOpeningEntry: OpeningEntry = {
  qty: null,
  unit: '',
  cost: null,
  lot: '',
  expiry: '',
  pieces: null,
};

/** An item of the sheet. */
export interface OpeningRow {
  itemId: string;
  code: string;
  name: string;
  section: string;
  /** What it can be typed in: its count unit, its base unit and what it is ordered in. */
  units: { id: string; symbol: string; isWhole: boolean }[];
  baseSymbol: string;
  /** What is on hand of it in its base unit, where it was counted or moved already; null where it can be typed. */
  onHand: number | null;
  searchText: string;
  /** It is counted in pieces, too. */
  hasPieces: boolean;
  /** List price of one unit, by unit id. */
  listPrices: ReadonlyMap<string, number>;
}

interface OpeningSources {
  place: Branch;
  items: readonly CompactItem[];
  sections: readonly Section[];
  units: readonly Unit[];
  opened: readonly OpenedItem[];
  pieceWeights: ReadonlyMap<string, number>;
  proposedCosts: readonly ProposedCost[];
}

/** The items of a place in the order in which people walk past them. */
export function openingRows({
  place,
  items,
  sections,
  units,
  opened,
  pieceWeights,
  proposedCosts,
}: OpeningSources): OpeningRow[] {
  const walk = new Map(sections.map((section) => [section._id, section]));
  const orderOf = (item: CompactItem) => walk.get(item.section ?? '')?.sortOrder ?? Number.MAX_SAFE_INTEGER;
  const unitById = new Map(units.map((unit) => [unit._id, unit]));
  const there = new Map(opened.map(({ itemId, onHand }) => [itemId, onHand]));
  const pricesOf = Map.groupBy(proposedCosts, ({ itemId }) => itemId);
  const isHere = ({ isActive, branches }: CompactItem) =>
    isActive && (place.type !== 'branch' || branches.length === 0 || branches.includes(place._id));
  return items
    .filter(isHere)
    .toSorted((a, b) => orderOf(a) - orderOf(b) || compareNames(a.name, b.name))
    .map((item) => {
      const ids = [item.countUnit, item.baseUnit, item.isOrderUnitConvertible ? item.orderUnit : null];
      return {
        itemId: item._id,
        code: item.itemCode,
        name: item.name,
        section: walk.get(item.section ?? '')?.name ?? '',
        units: [...new Set(ids)].flatMap((id) => {
          const unit = unitById.get(id ?? '');
          return unit ? [{ id: unit._id, symbol: unit.symbol, isWhole: unit.wholeOnly }] : [];
        }),
        baseSymbol: unitById.get(item.baseUnit)?.symbol ?? '',
        onHand: there.get(item._id) ?? null,
        hasPieces: pieceWeights.has(item._id),
        listPrices: new Map((pricesOf.get(item._id) ?? []).map(({ unit, unitCost }) => [unit, unitCost])),
        searchText: foldText([item.itemCode, item.name, item.nameAlt].filter(Boolean).join(' ')),
      };
    });
}

/** The unit that is chosen for an item; its first one where none is, or where the chosen one is gone. */
export const openingUnit = ({ units }: OpeningRow, { unit }: OpeningEntry) =>
  units.find(({ id }) => id === unit) ?? units[0] ?? null;

/** List price of the chosen unit; null where there is none. */
export const openingListPrice = (row: OpeningRow, opening: OpeningEntry): number | null =>
  row.listPrices.get(openingUnit(row, opening)?.id ?? '') ?? null;

/** Applies what was typed. A cost that nobody typed follows the list price, for as long as there is a quantity. */
export function applyOpeningChange(
  row: OpeningRow,
  before: OpeningEntry,
  change: Partial<OpeningEntry>,
): OpeningEntry {
  const after = { ...before, ...change };
  const followsListPrice =
    before.cost === null ? before.qty === null : before.cost === openingListPrice(row, before);
  if ('cost' in change || !followsListPrice) return after;
  return { ...after, cost: (after.qty ?? 0) > 0 ? openingListPrice(row, after) : null };
}

/** Whether a row has a quantity and no cost: 0 is one, and is entered as such. */
export const hasQtyWithoutCost = ({ qty, cost }: OpeningEntry): boolean =>
  qty !== null && qty > 0 && cost === null;

/** Reads what the device kept; null for an item of which nothing is typed. */
export function parseOpeningEntry(kept: unknown): OpeningEntry | null {
  if (!Array.isArray(kept)) return null;
  const [qty, unit, cost] = [readNumberValue(kept[0]), readText(kept[1]) ?? '', readNumberValue(kept[2])];
  const [lot, expiry] = [readText(kept[3]) ?? '', readText(kept[4]) ?? ''];
  const opening = { qty, unit, cost, lot, expiry, pieces: readNumberValue(kept[5]) };
  return isEmptyEntry(opening) ? null : opening;
}

const isEmptyEntry = ({ qty, unit, cost, lot, expiry, pieces }: OpeningEntry): boolean =>
  qty === null && cost === null && pieces === null && unit + lot + expiry === '';

/** What the device keeps of an item: short, for there may be thousands. Null: nothing is left to keep. */
export const serializeOpeningEntry = (opening: OpeningEntry): unknown[] | null => {
  if (isEmptyEntry(opening)) return null;
  const { qty, unit, cost, lot, expiry, pieces } = opening;
  if (pieces !== null) return [qty, unit, cost, lot, expiry, pieces];
  return lot + expiry === '' ? [qty, unit, cost] : [qty, unit, cost, lot, expiry];
};

/** The rows that can be saved: with a quantity above 0, and not there already. */
export const filledRows = (rows: readonly OpeningRow[], typed: JsonRecord): OpeningRow[] =>
  rows.filter(({ itemId, onHand }) => onHand === null && (parseOpeningEntry(typed[itemId])?.qty ?? 0) > 0);

/** The body of one call for these rows. */
export function buildOpeningInput(
  place: string,
  rows: readonly OpeningRow[],
  typed: JsonRecord,
): OpeningStockInput {
  const items = rows.map((row) => {
    const opening = parseOpeningEntry(typed[row.itemId]) ?? emptyOpeningEntry;
    const unit = openingUnit(row, opening)?.id;
    return {
      itemId: row.itemId,
      qty: opening.qty ?? 0,
      ...(unit === undefined ? {} : { unit }),
      ...(opening.cost === null ? {} : { unitCost: opening.cost }),
      ...(opening.lot === '' ? {} : { lot: opening.lot }),
      ...(opening.expiry === '' ? {} : { expiry: opening.expiry }),
      ...(row.hasPieces && opening.pieces !== null ? { pieces: opening.pieces } : {}),
    };
  });
  return { place, items };
}
