import { useQuery } from '@tanstack/react-query';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { ordersQuery } from '#src/collections/orders/queries.ts';
import { activeSectionsQuery } from '#src/collections/places/sections.ts';
import { compactStockQuery } from '#src/collections/stock/stock.ts';
import { unitsQuery } from '#src/collections/items/units.ts';

const atMost = 200;

/** Everything the pick list is made of. Only the orders must be there; the rest adds to it. */
export function usePickOrders() {
  const orders = useQuery(
    ordersQuery({ status: 'Under Process', view: 'full', sort: 'deliveryDate', limit: atMost }),
  );
  const stock = useQuery({
    ...compactStockQuery({ placeType: 'central_kitchen,warehouse' }),
    refetchOnMount: 'always',
  });
  const sections = useQuery(activeSectionsQuery());
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const symbols = new Map((units.data ?? []).map(({ _id, symbol }) => [_id, symbol]));
  const baseUnits = new Map((items.data ?? []).map(({ _id, baseUnit }) => [_id, baseUnit]));
  return {
    orders,
    stock: stock.data?.rows ?? null,
    sections: sections.data ?? [],
    baseUnitOf: (itemId: string) => symbols.get(baseUnits.get(itemId) ?? '') ?? '',
  };
}
