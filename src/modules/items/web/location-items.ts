import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Ratio } from '#core/quantity.ts';
import { compactItemsQuery } from './queries/items.ts';
import { unitsQuery, wholeUnitIds } from '#modules/units/web/queries/units.ts';
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
  /** The base unit first. */
  units: LocationItemUnit[];
  shelf: LocationStock;
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
  const guide = useQuery({ ...suggestionsQuery(place ?? ''), enabled: ordersSomewhere(places.data, place) });
  if (!items.data || !units.data) return null;
  const symbols = new Map(units.data.map(({ _id, symbol }) => [_id, symbol]));
  const whole = wholeUnitIds(units.data);
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
          onHand: stock.data && !shelf?.isUntold ? Math.max(0, shelf?.onHand ?? 0) : null,
          avgCost: shelf?.avgCost ?? null,
          ...(shelf?.pieces !== undefined && { pieces: shelf.pieces }),
        },
      };
    });
}

/**
 * Whether a location has an order guide: branches and other locations supplied by a kitchen do; others are
 * refused.
 */
function ordersSomewhere(places: readonly Branch[] | undefined, place: string | undefined): boolean {
  const known = places?.find(({ _id }) => _id === place);
  return known?.isActive === true && (known.type === 'branch' || known.supplyingKitchenId !== null);
}

/** Prefetches a location's items in idle time, so that forms also work offline. Undefined: no location. */
export function usePrefetchLocationItems(place: string | undefined): void {
  const queryClient = useQueryClient();
  const hasGuide = ordersSomewhere(useQuery(branchesQuery()).data, place);
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
      for (const each of queries) each.catch(() => undefined);
    });
  }, [queryClient, place, hasGuide]);
}

/** A unit for quantities of an item: one of it is `num / den` base units. */
export interface LocationItemUnit extends Ratio {
  id: string;
  symbol: string;
  /** Counted in whole numbers. */
  isWhole: boolean;
}

/** Stock of an item at a location, in its base unit. Null: unknown. */
export interface LocationStock {
  onHand: number | null;
  avgCost: number | null;
  /** Only for an item counted in pieces. */
  pieces?: number;
}
