import { useQuery } from '@tanstack/react-query';
import { packagings } from '../collection.ts';
import { readNumberValue, readReference } from '#platform/shapes/tolerant.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { missingValue } from '#platform/web/format/format.ts';
import { formatUnitCost } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getConversionRatio } from '#modules/items/web/conversion-ratio.ts';
import type { PageExtras } from '#modules/master-data/web/collection-screen.ts';
import { useRowCurrency } from '#modules/master-data/web/references/row-currency.ts';
import { packagingsMessages } from './messages.ts';

/**
 * Returns the price per base unit column, for comparison. It is empty if the price depends on the item's own
 * conversions, which only the item page loads.
 */
function usePackColumns(): Column<ResourceRow>[] {
  const t = useMessages(packagingsMessages).list;
  const units = useQuery(unitsQuery()).data;
  const items = useQuery(compactItemsQuery()).data;
  const getRowCurrency = useRowCurrency(packagings, ['price']);
  const baseUnitByItem = new Map(items?.map(({ _id, baseUnit }) => [_id, baseUnit]));
  const symbolByUnit = new Map(units?.map(({ _id, symbol }) => [_id, symbol]));
  const computeUnitPrice = ({ values }: ResourceRow) => {
    const base = baseUnitByItem.get(readReference(values['itemId'])?.id ?? '');
    const ratio =
      base === undefined
        ? null
        : getConversionRatio(readReference(values['unit'])?.id ?? '', base, units ?? [], []);
    const [price, contents] = [readNumberValue(values['price']), readNumberValue(values['contentsQty'])];
    if (!base || !ratio || price === null || !contents) return null;
    return { price: (price * ratio.den) / (contents * ratio.num), unit: symbolByUnit.get(base) ?? '' };
  };
  return [
    {
      key: 'perBase',
      label: t.perBase,
      isNumeric: true,
      className: 'whitespace-nowrap',
      cell: (row) => {
        const unitPrice = computeUnitPrice(row);
        return unitPrice === null
          ? missingValue
          : t.price(formatUnitCost(unitPrice.price, getRowCurrency(row.values)), unitPrice.unit);
      },
      value: (row) => {
        const unitPrice = computeUnitPrice(row);
        return unitPrice === null ? null : Math.round(unitPrice.price * 1e6) / 1e6;
      },
    },
  ];
}

export const packagingExtras: PageExtras = { packagings: { useColumns: usePackColumns } };
