import { type RatedTax, getTaxRate } from '#core/tax.ts';
import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { missingValue, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useToday } from '#platform/web/use-today.ts';
import type { PageExtras } from '#modules/master-data/web/collection-screen.ts';
import { useItemCountColumn } from '#modules/master-data/web/merge-and-move/item-count-column.tsx';
import { taxesMessages } from './messages.ts';

function useTaxColumns() {
  const t = useMessages(taxesMessages).list;
  const today = useToday();
  const getRate = (row: ResourceRow) => getTaxRate(readRatedTax(row), today);
  return [
    {
      key: 'rateToday',
      label: t.today,
      cell: (row: ResourceRow) => {
        const rate = getRate(row);
        return rate === null ? missingValue : `${formatQuantity(rate)}%`;
      },
      value: getRate,
      isNumeric: true,
    },
    useItemCountColumn('tax'),
  ];
}

function readRatedTax({ values }: ResourceRow): RatedTax {
  const rates = Array.isArray(values['rates']) ? values['rates'].map(readRecord) : [];
  return {
    rate: readNumberValue(values['rate']) ?? 0,
    validFrom: readText(values['validFrom']),
    rates: rates.map((rate) => ({ from: readText(rate['from']), rate: readNumberValue(rate['rate']) ?? 0 })),
  };
}

export const taxExtras: PageExtras = { taxes: { useColumns: useTaxColumns } };
