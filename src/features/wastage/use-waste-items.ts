import { useQuery } from '@tanstack/react-query';
import type { Wastage } from '#contract/wastage.ts';
import { fromE4, toE4, valueOf } from '#domain/money.ts';
import { unlikelyAgainst } from '#domain/planning/unlikely.ts';
import { convertMicro, exactly, fromMicro, type Ratio, toMicro } from '#domain/quantity.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { unitsQuery, wholeUnitsOf } from '#src/collections/items/units.ts';
import { suggestionsQuery } from '#src/collections/orders/guide.ts';
import { compactStockQuery } from '#src/collections/stock/stock.ts';

/** An item that can be chosen in the quick entry. */
export interface WasteItem {
  _id: string;
  itemCode: string;
  name: string;
  nameAlt: string | null;
  barcodes: readonly string[];
  /** The base unit first. */
  units: WasteUnit[];
  shelf: Shelf;
}

/**
 * The items of a place with what it knows of them; null while they are not there. They are loaded once for all, so
 * that the entry goes on without a connection. The order unit's contents come from the order guide, where there is one.
 */
export function useWasteItems(place: string | undefined): readonly WasteItem[] | null {
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const stock = useQuery({ ...compactStockQuery({ placeId: place ?? '' }), enabled: place !== undefined });
  const guide = useQuery({ ...suggestionsQuery(place ?? ''), enabled: place !== undefined });
  if (!items.data || !units.data) return null;
  const symbols = new Map(units.data.map(({ _id, symbol }) => [_id, symbol]));
  const whole = wholeUnitsOf(units.data);
  const shelves = new Map(
    stock.data?.rows.filter(({ placeId }) => placeId === place).map((row) => [row.itemId, row]),
  );
  const packs = new Map(guide.data?.rows.map((row) => [row.itemId, row]));
  return items.data
    .filter(({ isActive }) => isActive)
    .map(({ _id, itemCode, name, nameAlt, barcodes, baseUnit }) => {
      const shelf = shelves.get(_id);
      const pack = packs.get(_id);
      const hasPack =
        pack !== undefined && pack.onHand !== null && pack.unit !== '' && pack.unit !== baseUnit;
      return {
        _id,
        itemCode,
        name,
        nameAlt,
        barcodes,
        units: [
          {
            id: baseUnit,
            symbol: symbols.get(baseUnit) ?? '',
            num: 1,
            den: 1,
            isWhole: whole.has(baseUnit),
          },
          ...(hasPack
            ? [
                {
                  id: pack.unit,
                  symbol: pack.unitSymbol,
                  num: pack.unitNum,
                  den: pack.unitDen,
                  isWhole: whole.has(pack.unit),
                },
              ]
            : []),
        ],
        shelf: {
          onHand: stock.data ? Math.max(0, shelf?.onHand ?? 0) : null,
          avgCost: shelf?.avgCost ?? null,
          ...(shelf?.pieces !== undefined && { pieces: shelf.pieces }),
        },
      };
    });
}

/** A unit that an item can be thrown away in: one of it is `num / den` base units. */
export interface WasteUnit extends Ratio {
  id: string;
  symbol: string;
  /** Counted in whole numbers. */
  isWhole: boolean;
}

/** What is known of an item at a place, in its base unit. Null: not known. */
export interface Shelf {
  onHand: number | null;
  avgCost: number | null;
  /** Only of an item that is counted in pieces. */
  pieces?: number;
}

/** What a quantity will cost at the average of the place; the server fixes it at the posting. Null: not known, or beyond exact numbers. */
export function costOf(qty: number, unit: Ratio, { avgCost }: Shelf): number | null {
  if (avgCost === null) return null;
  const valueE4 = exactly(() =>
    valueOf(convertMicro(toMicro(qty), unit), toE4(Math.round(avgCost * 1e4) / 1e4)),
  );
  return valueE4 === null ? null : fromE4(valueE4);
}

/** Why a quantity is probably a slip: more than is there, or far beyond what was ever thrown away at once. */
type WasteWarning = { kind: 'more'; onHand: number } | { kind: 'unlikely'; usual: number };

/**
 * Looks at a quantity before it is saved; null where nothing is odd. It warns, never refuses. `past` are earlier
 * records; only those in the same unit say anything about it.
 */
export function warningFor(
  qty: number,
  unit: WasteUnit,
  { onHand }: Shelf,
  past: readonly Pick<Wastage, 'qty' | 'unit'>[],
): WasteWarning | null {
  const qtyMicro = toMicro(qty);
  // What is beyond exact numbers is more than there is anywhere.
  const baseMicro = exactly(() => convertMicro(qtyMicro, unit)) ?? Number.POSITIVE_INFINITY;
  if (onHand !== null && baseMicro > toMicro(onHand)) return { kind: 'more', onHand };
  const known = past.filter((record) => record.unit === unit.id).map((record) => toMicro(record.qty));
  const usual = unlikelyAgainst(qtyMicro, known);
  return usual === null ? null : { kind: 'unlikely', usual: fromMicro(usual) };
}
