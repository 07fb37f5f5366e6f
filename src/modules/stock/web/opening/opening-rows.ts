import type { OpeningStockInput } from '../../input.ts';
import type { ItemWithMovements, ProposedCost } from '../../shapes.ts';
import { type JsonRecord, readNumberValue, readText } from '#platform/shapes/tolerant.ts';
import { foldText } from '#core/text.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import type { CompactItem } from '#modules/items/web/queries/items.ts';
import type { Section } from '#modules/sections/web/queries.ts';
import type { Unit } from '#modules/units/web/queries/units.ts';
import { compareNames } from '../inventory/stock-rows.ts';

/**
 * Entry of one item. `unit` is an empty string for the item's default unit (the first in `units`); `cost` is
 * per that unit.
 */
export interface OpeningEntry {
  qty: number | null;
  unit: string;
  cost: number | null;
  /** Lot number and expiry of an item tracked by lot; otherwise empty. */
  lot: string;
  expiry: string;
  /** Pieces of an item counted in pieces; null to derive them from the nominal weight. */
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

/** Row of the opening stock sheet. */
export interface OpeningRow {
  itemId: string;
  code: string;
  name: string;
  section: string;
  /** Units for entry: count unit, base unit and order unit. */
  units: { id: string; symbol: string; isWhole: boolean }[];
  baseSymbol: string;
  /**
   * Quantity on hand in the base unit of an item that already has stock movements; null while opening stock
   * can be entered.
   */
  onHand: number | null;
  searchText: string;
  /** Whether the item is also counted in pieces. */
  hasPieces: boolean;
  /** List price per unit, by unit id. */
  listPrices: ReadonlyMap<string, number>;
}

interface OpeningSources {
  place: Branch;
  items: readonly CompactItem[];
  sections: readonly Section[];
  units: readonly Unit[];
  itemsWithMovements: readonly ItemWithMovements[];
  pieceWeights: ReadonlyMap<string, number>;
  proposedCosts: readonly ProposedCost[];
}

/** Returns the items of a location in section order. */
export function buildOpeningRows({
  place,
  items,
  sections,
  units,
  itemsWithMovements,
  pieceWeights,
  proposedCosts,
}: OpeningSources): OpeningRow[] {
  const sectionById = new Map(sections.map((section) => [section._id, section]));
  const getSortOrder = (item: CompactItem) =>
    sectionById.get(item.section ?? '')?.sortOrder ?? Number.MAX_SAFE_INTEGER;
  const unitById = new Map(units.map((unit) => [unit._id, unit]));
  const onHandByItem = new Map(itemsWithMovements.map(({ itemId, onHand }) => [itemId, onHand]));
  const pricesByItem = Map.groupBy(proposedCosts, ({ itemId }) => itemId);
  const isAssignedToLocation = ({ isActive, branches }: CompactItem) =>
    isActive && (place.type !== 'branch' || branches.length === 0 || branches.includes(place._id));
  return items
    .filter(isAssignedToLocation)
    .toSorted((a, b) => getSortOrder(a) - getSortOrder(b) || compareNames(a.name, b.name))
    .map((item) => {
      const ids = [item.countUnit, item.baseUnit, item.isOrderUnitConvertible ? item.orderUnit : null];
      return {
        itemId: item._id,
        code: item.itemCode,
        name: item.name,
        section: sectionById.get(item.section ?? '')?.name ?? '',
        units: [...new Set(ids)].flatMap((id) => {
          const unit = unitById.get(id ?? '');
          return unit ? [{ id: unit._id, symbol: unit.symbol, isWhole: unit.wholeOnly }] : [];
        }),
        baseSymbol: unitById.get(item.baseUnit)?.symbol ?? '',
        onHand: onHandByItem.get(item._id) ?? null,
        hasPieces: pieceWeights.has(item._id),
        listPrices: new Map((pricesByItem.get(item._id) ?? []).map(({ unit, unitCost }) => [unit, unitCost])),
        searchText: foldText([item.itemCode, item.name, item.nameAlt].filter(Boolean).join(' ')),
      };
    });
}

/** Returns the chosen unit of an item; its first unit if none was chosen or the choice no longer exists. */
export const getOpeningUnit = ({ units }: OpeningRow, { unit }: OpeningEntry) =>
  units.find(({ id }) => id === unit) ?? units[0] ?? null;

/** Returns the list price of the chosen unit; null if there is none. */
export const getOpeningListPrice = (row: OpeningRow, opening: OpeningEntry): number | null =>
  row.listPrices.get(getOpeningUnit(row, opening)?.id ?? '') ?? null;

/** Applies an edit. A cost that was not entered follows the list price while there is a quantity. */
export function applyOpeningChange(
  row: OpeningRow,
  previous: OpeningEntry,
  change: Partial<OpeningEntry>,
): OpeningEntry {
  const changed = { ...previous, ...change };
  const followsListPrice =
    previous.cost === null ? previous.qty === null : previous.cost === getOpeningListPrice(row, previous);
  if ('cost' in change || !followsListPrice) return changed;
  return { ...changed, cost: (changed.qty ?? 0) > 0 ? getOpeningListPrice(row, changed) : null };
}

/** Returns whether a row has a quantity but no cost; an entered 0 is a cost. */
export const hasQtyWithoutCost = ({ qty, cost }: OpeningEntry): boolean =>
  qty !== null && qty > 0 && cost === null;

/** Parses a stored entry; null for an empty one. */
export function parseOpeningEntry(stored: unknown): OpeningEntry | null {
  if (!Array.isArray(stored)) return null;
  const [qty, unit, cost] = [
    readNumberValue(stored[0]),
    readText(stored[1]) ?? '',
    readNumberValue(stored[2]),
  ];
  const [lot, expiry] = [readText(stored[3]) ?? '', readText(stored[4]) ?? ''];
  const opening = { qty, unit, cost, lot, expiry, pieces: readNumberValue(stored[5]) };
  return isEmptyEntry(opening) ? null : opening;
}

const isEmptyEntry = ({ qty, unit, cost, lot, expiry, pieces }: OpeningEntry): boolean =>
  qty === null && cost === null && pieces === null && unit + lot + expiry === '';

/** Serializes an entry compactly, because there may be thousands; null if it is empty. */
export const serializeOpeningEntry = (opening: OpeningEntry): unknown[] | null => {
  if (isEmptyEntry(opening)) return null;
  const { qty, unit, cost, lot, expiry, pieces } = opening;
  if (pieces !== null) return [qty, unit, cost, lot, expiry, pieces];
  return lot + expiry === '' ? [qty, unit, cost] : [qty, unit, cost, lot, expiry];
};

/** Returns the rows that can be saved: a quantity above 0, and no stock yet. */
export const selectFilledRows = (rows: readonly OpeningRow[], storedEntries: JsonRecord): OpeningRow[] =>
  rows.filter(
    ({ itemId, onHand }) => onHand === null && (parseOpeningEntry(storedEntries[itemId])?.qty ?? 0) > 0,
  );

/** Builds the request body for these rows. */
export function buildOpeningInput(
  place: string,
  rows: readonly OpeningRow[],
  storedEntries: JsonRecord,
): OpeningStockInput {
  const items = rows.map((row) => {
    const opening = parseOpeningEntry(storedEntries[row.itemId]) ?? emptyOpeningEntry;
    const unit = getOpeningUnit(row, opening)?.id;
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
