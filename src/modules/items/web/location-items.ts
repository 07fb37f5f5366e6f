import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Ratio } from '#core/quantity.ts';
import { compactItemsQuery } from './queries/items.ts';
import { unitsQuery, getWholeUnitIds } from '#modules/units/web/queries/units.ts';
import { suggestionsQuery } from '#modules/ordering/web/queries.ts';
import { type Branch, branchesQuery } from '#platform/web/queries/branches.ts';
import { compactStockQuery } from '#modules/stock/web/queries/stock.ts';
import { whenIdle } from '#platform/web/user-activity.ts';

/** An item of a location, as offered by entry forms. */
export interface LocationItem {
  _id: string;
  itemCode: string;
  name: string;
  nameAlt: string | null;
  barcodes: readonly string[];
  /** Units, starting with the base unit. */
  units: LocationItemUnit[];
  stock: LocationStock;
}

/**
 * Returns the items of a location with their units and stock; null while loading. All are loaded at once, so
 * that entries can continue offline. Pack sizes of order units come from the order guide, if there is one.
 */
export function useLocationItems(place: string | undefined): readonly LocationItem[] | null {
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const stock = useQuery({ ...compactStockQuery({ placeId: place ?? '' }), enabled: place !== undefined });
  const places = useQuery(branchesQuery());
  const guide = useQuery({ ...suggestionsQuery(place ?? ''), enabled: hasOrderGuide(places.data, place) });
  if (!items.data || !units.data) return null;
  const symbols = new Map(units.data.map(({ _id, symbol }) => [_id, symbol]));
  const wholeUnits = getWholeUnitIds(units.data);
  const stockByItem = new Map(
    stock.data?.rows.filter(({ placeId }) => placeId === place).map((row) => [row.itemId, row]),
  );
  const packs = new Map(guide.data?.rows.map((row) => [row.itemId, row]));
  return items.data
    .filter(({ isActive }) => isActive)
    .map(({ _id, itemCode, name, nameAlt, barcodes, baseUnit }) => {
      const itemStock = stockByItem.get(_id);
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
            isWhole: wholeUnits.has(baseUnit),
          },
          ...(hasPack
            ? [
                {
                  id: pack.unit,
                  symbol: pack.unitSymbol,
                  num: pack.unitNum,
                  den: pack.unitDen,
                  isWhole: wholeUnits.has(pack.unit),
                },
              ]
            : []),
        ],
        stock: {
          onHand: stock.data && !itemStock?.isHidden ? Math.max(0, itemStock?.onHand ?? 0) : null,
          avgCost: itemStock?.avgCost ?? null,
          ...(itemStock?.pieces !== undefined && { pieces: itemStock.pieces }),
        },
      };
    });
}

/**
 * Returns whether a location has an order guide, as branches and other locations supplied by a kitchen do;
 * for others the server returns an error.
 */
function hasOrderGuide(places: readonly Branch[] | undefined, place: string | undefined): boolean {
  const location = places?.find(({ _id }) => _id === place);
  return location?.isActive === true && (location.type === 'branch' || location.supplyingKitchenId !== null);
}

/**
 * Prefetches a location's items when the browser is idle, so that forms work offline. Does nothing if the
 * location is undefined.
 */
export function usePrefetchLocationItems(place: string | undefined): void {
  const queryClient = useQueryClient();
  const hasGuide = hasOrderGuide(useQuery(branchesQuery()).data, place);
  useEffect(() => {
    if (place === undefined || typeof requestIdleCallback !== 'function') return undefined;
    return whenIdle(() => {
      const queries = [
        queryClient.query(compactItemsQuery()),
        queryClient.query(unitsQuery()),
        queryClient.query(compactStockQuery({ placeId: place })),
        ...(hasGuide ? [queryClient.query(suggestionsQuery(place))] : []),
      ];
      // The form requests them again and shows the error.
      for (const query of queries) query.catch(() => undefined);
    });
  }, [queryClient, place, hasGuide]);
}

/** A unit for quantities of an item; one unit is `num / den` base units. */
export interface LocationItemUnit extends Ratio {
  id: string;
  symbol: string;
  /** Whether quantities in this unit must be whole numbers. */
  isWhole: boolean;
}

/** Stock of an item at a location, in its base unit; null if unknown. */
export interface LocationStock {
  onHand: number | null;
  avgCost: number | null;
  /** Only for items counted in pieces. */
  pieces?: number;
}
